/** A PostgreSQL of one run. */
export interface Postgres {
  readonly url: string
  start(): Promise<void>
  /** `fast` ends connections; `immediate` is a crash. */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** Has it hang: it closes nothing and says nothing, until it is told to go on. */
  freeze(): void
  thaw(): void
  /** What the server has written into its log since it was started. */
  log(): string
  end(): Promise<void>
}
export function startPostgres(options?: {
  readonly isDurable?: boolean
  readonly settings?: readonly string[]
}): Promise<Postgres>
