import type { Addresses } from './addresses.js'
import { noConnection, readOnly, type SqlRow, StoreUnavailable } from './driver.js'
import { createPrimaryFinder, type PgClient } from './primary.js'

/** What is used of a pool of the package `pg`. */
export interface Pool {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: SqlRow[] }>
  on(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<void>
}

/** What is used of the package `pg`. */
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
  /** From now on a session is given no settings, since a pooler refuses them. @returns Whether this pool had given some. */
  withoutSession(pool: Pool): boolean
  /** From now on a session is given other settings, unless a pooler refuses them all. */
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
  const refused: PoolSettings = {}
  const findPrimary = createPrimaryFinder(urls, Client)
  let given = session
  let finding: Promise<Pool> | undefined
  let latest: Pool | undefined
  const givers = new WeakSet<Pool>()

  async function open(): Promise<Pool> {
    const url = mustWrite ? await findPrimary() : urls[0]
    const pool = new Pool({ connectionString: url, ...settings, ...given })
    // A connection that waits may be closed by the server at any time. The next statement opens another.
    pool.on('error', () => {
      if (mustWrite) replace(pool)
    })
    if (given !== refused) givers.add(pool)
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
      given = refused
      replace(pool)
      return givers.has(pool)
    },
    withSession(settings) {
      if (given !== refused) given = settings
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
