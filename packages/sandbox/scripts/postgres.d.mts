/** A PostgreSQL of one run. */
export interface Postgres {
  readonly url: string
  start(): Promise<void>
  /** `fast` closes connections; `immediate` simulates a crash. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Suspends the server: it closes no connection and sends nothing until it is resumed. */
  pause(): void
  resume(): void
  /** Returns the log of the server since its start. */
  log(): string
  end(): Promise<void>
}
export function startPostgres(options?: {
  readonly isDurable?: boolean
  readonly settings?: readonly string[]
}): Promise<Postgres>
