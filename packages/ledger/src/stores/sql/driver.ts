/** A parameter of a statement. The statement casts it to its type. */
export type SqlValue = string | number | bigint | boolean | null

/** A row as a driver hands it out: everything may come as text, as the database writes it; `t` is true. */
export type SqlRow = Readonly<Record<string, unknown>>

/**
 * A database, as two functions.
 *
 * `query` with values runs one statement with numbered parameters. Without values the text may hold several
 * statements, carried out together or not at all; then no rows are promised. It fails with an error whose `code` is the SQLSTATE, or with
 * {@link StoreUnavailable} when the database cannot be reached.
 *
 * @decision 0032
 */
export interface SqlDriver {
  query(text: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** From now on statements are planned for their values, as a database wants it that finds by them where its rows are. */
  planForValues?(): void
  /** Returns whether the disk has free space. Optional; called after the disk was full. */
  hasRoom?(): Promise<boolean>
  /** Lets go of everything. */
  close(): Promise<void>
}

/** Its disk is full: what is there can be read, and nothing can be written. */
export const diskFull = '53100'
/** The database accepts connections but does not respond. */
export const noAnswer = 'no answer'
/** The database is a standby or read-only: another server may have become the primary. */
export const readOnly = '25006'
/** All connections are in use, and stayed so. */
export const noConnection = 'no connection free'

const troubles: Readonly<Record<string, string>> = {
  [diskFull]: 'The database has no room left on its disk',
  [noAnswer]: 'The database does not answer',
  [noConnection]: 'The database is too busy',
  [readOnly]: 'The database takes no writes',
}
const usualCure = 'Is it running? Ask again in a moment.'
const cures: Readonly<Record<string, string>> = {
  [diskFull]: 'Nothing is written until there is room; what is there can be read.',
  [noConnection]: 'Ask again in a moment.',
  [readOnly]: 'It is a standby: another server has taken over, or will. Ask again in a moment.',
  [noAnswer]: 'It is reached but says nothing: is it stopped, or the machine too busy? Ask again in a moment.',
}

/**
 * The database cannot be reached or written, is starting, stopping, silent or full. Whether a commit that ended so was written is
 * not known: send the command again with the same key.
 *
 * Branch on `code`, not on `instanceof`: two copies of this package may meet.
 *
 * @decision 0034
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly code = 'store_unavailable'
  /** The SQLSTATE or the code of the system, such as `57P01` or `ECONNREFUSED`; or `no answer`. */
  readonly reason: string

  constructor(reason: string) {
    super(`${troubles[reason] ?? 'The database cannot be reached'} (${reason}). ${cures[reason] ?? usualCure}`)
    this.reason = reason
  }
}

/**
 * The database rejected a statement. The values of the row are omitted, because they may be secret.
 *
 * @decision 0034
 */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  /** The SQLSTATE. */
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

const sqlState = /^[0-9A-Z]{5}$/

/**
 * Turns what a driver throws into one of the two errors above.
 *
 * @param error - Whatever was thrown.
 * @param isUnreachable - Whether an error without a SQLSTATE means that the database is away.
 */
export function readError(error: unknown, isUnreachable: boolean): Error {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (error instanceof SqlError || error instanceof StoreUnavailable) return error
  if (typeof code === 'string' && sqlState.test(code) && code !== 'EPIPE') {
    // Connections lost, servers that start, stop, are full or were demoted, and statements that took too long.
    const isAway = (/^(?:08|53|57)/.test(code) && code !== '53400') || code === readOnly
    return isAway ? new StoreUnavailable(code) : new SqlError(code, String(message).split('\n')[0] ?? '')
  }
  if (!isUnreachable) return error as Error
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return new StoreUnavailable(code)
  return new StoreUnavailable(silences[String(message)] ?? 'connection lost')
}

// The package `pg` gives these no code.
const silences: Readonly<Record<string, string>> = {
  'Query read timeout': noAnswer,
  'Connection terminated due to connection timeout': noAnswer,
  'timeout exceeded when trying to connect': noConnection,
}

/** Whether a statement that failed so had no effect and may be sent again as it is. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string } | undefined)?.code ?? '')

/**
 * Returns whether an error is a unique violation by a concurrent insert. Citus may report one of another node as XX000.
 */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === '23505' || (code === 'XX000' && /duplicate key value/.test(String(message)))
}

/** Maximum number of attempts for a statement that conflicts with others. */
const attempts = 100

/** The driver, with every statement sent again that had no effect because others were in its way. */
export const withRetry = (driver: SqlDriver): SqlDriver => ({
  async query(text, values) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await driver.query(text, values)
      } catch (error) {
        if (attempt >= attempts || !isRetryable(error)) throw error
      }
    }
  },
  ...(driver.hasRoom && { hasRoom: () => (driver.hasRoom as () => Promise<boolean>)() }),
  close: () => driver.close(),
})
