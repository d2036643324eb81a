import { noConnection, readOnly, type SqlRow, StoreUnavailable } from './driver.js'
import { createPrimaryLookup, type PgClient } from './primary.js'
import type { ServerUrls } from './server-urls.js'

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

/** Settings of a pool, with the names of the package `pg`. */
export type PoolSettings = Readonly<Record<string, string | number | boolean>>

/** Connection pools to the writable server, one at a time. */
export interface Pools {
  /** Returns the current pool. @throws StoreUnavailable if no server is writable. */
  current(): Promise<Pool>
  isCurrent(pool: Pool): boolean
  /** Records a failed statement. Replaces the pool if its server is no longer the primary. */
  recordFailure(pool: Pool, error: Error): void
  /** Omits the session settings from now on, because a pooler rejects them. @returns Whether this pool had sent some. */
  disableSession(pool: Pool): boolean
  /** Changes the session settings, unless a pooler rejects all of them. */
  setSession(settings: PoolSettings): void
  end(): Promise<void>
}

/**
 * Creates the pools. No connection is opened yet.
 *
 * @param settings - Settings of each pool.
 * @param session - Session settings of each connection.
 * @decision 0034
 */
export function createPools(
  { Pool, Client }: Pg,
  { urls, mustWrite }: ServerUrls,
  settings: PoolSettings,
  session: PoolSettings,
): Pools {
  const noSettings: PoolSettings = {}
  const findPrimary = createPrimaryLookup(urls, Client)
  let sessionSettings = session
  let opening: Promise<Pool> | undefined
  let latest: Pool | undefined
  const withSettings = new WeakSet<Pool>()

  async function open(): Promise<Pool> {
    const url = mustWrite ? await findPrimary() : urls[0]
    const pool = new Pool({ connectionString: url, ...settings, ...sessionSettings })
    // The server may close an idle connection at any time. The next statement opens another.
    pool.on('error', () => {
      if (mustWrite) replace(pool)
    })
    if (sessionSettings !== noSettings) withSettings.add(pool)
    latest = pool
    return pool
  }

  function replace(pool: Pool): void {
    if (pool !== latest) return
    latest = undefined
    opening = undefined
    // Connections in use end when they are released.
    pool.end().catch(() => undefined)
  }

  return {
    current() {
      opening ??= open().catch((error) => {
        opening = undefined
        throw error
      })
      return opening
    },
    isCurrent: (pool) => pool === latest,
    recordFailure(pool, error) {
      if (error instanceof StoreUnavailable && (error.reason === readOnly || (mustWrite && mayHaveMoved(error))))
        replace(pool)
    },
    disableSession(pool) {
      sessionSettings = noSettings
      replace(pool)
      return withSettings.has(pool)
    },
    setSession(settings) {
      if (sessionSettings !== noSettings) sessionSettings = settings
      if (latest) replace(latest)
    },
    async end() {
      const driver = await opening?.catch(() => undefined)
      latest = undefined
      await driver?.end()
    },
  }
}

/** Returns whether another server may be the primary now. A busy or full server, or one that cancelled a statement, still is. */
const mayHaveMoved = ({ reason }: StoreUnavailable): boolean => !/^53|^57014$/.test(reason) && reason !== noConnection
