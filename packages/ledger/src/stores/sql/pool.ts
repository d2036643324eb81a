import type { Addresses } from './addresses.js'
import { noConnection, readOnly, type SqlRow, StoreUnavailable } from './driver.js'
import { createPrimaryFinder, type PgClient } from './primary.js'

/** The part of a pool of `pg` that is used here. */
export interface Pool {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: SqlRow[] }>
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<void>
}

/** The parts of `pg` that are used here. */
export interface Pg {
  readonly Pool: new (settings: object) => Pool
  readonly Client: new (settings: object) => PgClient
}

/** Settings of a pool, as the package `pg` calls them. */
export type PoolSettings = Readonly<Record<string, string | number | boolean>>

/** The connections to the server that can be written, one pool after the other. */
export interface Pools {
  /** The pool of now. @throws StoreUnavailable when no server can be written. */
  current(): Promise<Pool>
  isCurrent(pool: Pool): boolean
  /** Notes how a statement failed: when its server is not the one to ask any more, another pool follows. */
  note(pool: Pool, error: Error): void
  /** Omits the session settings from now on, because a pooler rejects them. @returns Whether this pool had sent some. */
  withoutSession(pool: Pool): boolean
  /** Changes the session settings, unless a pooler rejects all of them. */
  withSession(settings: PoolSettings): void
  end(): Promise<void>
}

/**
 * Keeps one pool of connections at a time. Nothing is connected yet.
 *
 * @param settings - For each pool.
 * @param session - What each connection asks of the server.
 * @decision 0034
 */
export function poolOf(
  { Pool, Client }: Pg,
  { urls, mustWrite }: Addresses,
  settings: PoolSettings,
  session: PoolSettings,
): Pools {
  const noSettings: PoolSettings = {}
  const findPrimary = createPrimaryFinder(urls, Client)
  let sent = session
  let finding: Promise<Pool> | undefined
  let latest: Pool | undefined
  const withSettings = new WeakSet<Pool>()

  async function open(): Promise<Pool> {
    const url = mustWrite ? await findPrimary() : urls[0]
    const pool = new Pool({ connectionString: url, ...settings, ...sent })
    // A connection that waits may be closed by the server at any time. The next statement opens another.
    pool.on('error', () => {
      if (mustWrite) replace(pool)
    })
    if (sent !== noSettings) withSettings.add(pool)
    latest = pool
    return pool
  }

  function replace(pool: Pool): void {
    if (pool !== latest) return
    latest = undefined
    finding = undefined
    // Those that are in use end when they come back.
    pool.end().catch(() => undefined)
  }

  return {
    current() {
      finding ??= open().catch((error) => {
        finding = undefined
        throw error
      })
      return finding
    },
    isCurrent: (pool) => pool === latest,
    note(pool, error) {
      if (error instanceof StoreUnavailable && (error.reason === readOnly || (mustWrite && hasMoved(error))))
        replace(pool)
    },
    withoutSession(pool) {
      sent = noSettings
      replace(pool)
      return withSettings.has(pool)
    },
    withSession(settings) {
      if (sent !== noSettings) sent = settings
      if (latest) replace(latest)
    },
    async end() {
      const opened = await finding?.catch(() => undefined)
      latest = undefined
      await opened?.end()
    },
  }
}

/** Whether another server may have taken over. One that is busy or full, or gave up a statement, still leads. */
const hasMoved = ({ reason }: StoreUnavailable): boolean => !/^53|^57014$/.test(reason) && reason !== noConnection
