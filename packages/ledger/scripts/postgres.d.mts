/** A PostgreSQL of one run. */
export interface Postgres {
  readonly url: string
  start(): Promise<void>
  /** `fast` ends connections; `immediate` is a crash. */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** Suspends the server: it closes no connection and sends nothing until it is resumed. */
  freeze(): void
  thaw(): void
  /** Returns the log of the server since its start. */
  log(): string
  end(): Promise<void>
}
export function startPostgres(options?: {
  readonly isDurable?: boolean
  readonly settings?: readonly string[]
}): Promise<Postgres>
