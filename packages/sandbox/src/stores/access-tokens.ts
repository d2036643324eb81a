import type { PersistentStore, Store } from '@cedi/mock-server/internal'
import type { SqlDriver, SqlStore } from './index.js'

/** A stored invitation or session. Its id is a hash, so that a reader of the database cannot use it. */
export interface AccessToken {
  /** Owner of the token. Tokens of operators belong to no merchant. */
  readonly merchant: string
  readonly id: string
  readonly area: string
  readonly expiresMs: number
}

/** Storage for invitations and sessions, beside the ledger. @decision 0037 */
export interface AccessTokenStore {
  /** Returns whether a token exists, expired or not. */
  has(merchant: string, id: string): Promise<boolean>
  /** Creates a token, and deletes expired ones. */
  create(token: AccessToken, nowMs: number): Promise<void>
  /** Replaces a token with another of the same merchant, atomically. @returns Whether the old token still existed. */
  replace(id: string, token: AccessToken): Promise<boolean>
  /** Deletes a token. Idempotent. */
  delete(merchant: string, id: string): Promise<void>
  /** Deletes all tokens, which signs everyone out. */
  clear(): Promise<void>
}

/** A durable store with its own access tokens. Without them, sessions last until the server stops. */
export interface SandboxStore extends PersistentStore {
  readonly accessTokens?: AccessTokenStore
}

const cache = new WeakMap<Store, AccessTokenStore>()

/** Returns the access tokens of a store. Servers on the same store share them. */
export function accessTokenStore(store: Store): AccessTokenStore {
  const cached = cache.get(store)
  if (cached) return cached
  const { driver, accessTokens } = store as Partial<SqlStore & SandboxStore>
  const created = accessTokens ?? (driver ? createSqlStore(driver) : createMemoryStore())
  cache.set(store, created)
  return created
}

function createMemoryStore(): AccessTokenStore {
  const expiries = new Map<string, number>()
  const toKey = (merchant: string, id: string) => `${merchant} ${id}`
  return {
    has: async (merchant, id) => expiries.has(toKey(merchant, id)),
    async create({ merchant, id, expiresMs }, nowMs) {
      for (const [key, expiry] of expiries) if (expiry <= nowMs) expiries.delete(key)
      expiries.set(toKey(merchant, id), expiresMs)
    },
    async replace(id, token) {
      const wasStored = expiries.delete(toKey(token.merchant, id))
      if (wasStored) expiries.set(toKey(token.merchant, token.id), token.expiresMs)
      return wasStored
    },
    async delete(merchant, id) {
      expiries.delete(toKey(merchant, id))
    },
    async clear() {
      expiries.clear()
    },
  }
}

// Idempotent. The lock serializes servers that start at the same time.
const schema = /* sql */ `SELECT pg_advisory_xact_lock(2332, 2);
CREATE TABLE IF NOT EXISTS cedi.access_tokens (
  merchant_id text NOT NULL,
  id text NOT NULL,
  area text NOT NULL,
  expires_ms bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);`

const row = 'CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS bigint)'

function createSqlStore(driver: SqlDriver): AccessTokenStore {
  let created: Promise<unknown> | undefined
  const query: SqlDriver['query'] = async (text, values) => {
    created ??= driver.query(schema).catch((error) => {
      created = undefined
      throw error
    })
    await created
    return driver.query(text, values)
  }
  const where = 'merchant_id = CAST($1 AS text) AND id = CAST($2 AS text)'
  return {
    has: async (merchant, id) =>
      (await query(`SELECT id FROM cedi.access_tokens WHERE ${where}`, [merchant, id])).length > 0,
    async create({ merchant, id, area, expiresMs }, nowMs) {
      await query('DELETE FROM cedi.access_tokens WHERE expires_ms <= CAST($1 AS bigint)', [nowMs])
      await query(`INSERT INTO cedi.access_tokens (merchant_id, id, area, expires_ms) VALUES (${row})`, [
        merchant,
        id,
        area,
        expiresMs,
      ])
    },
    async replace(id, token) {
      const inserted = await query(
        `WITH deleted AS (DELETE FROM cedi.access_tokens WHERE merchant_id = CAST($1 AS text) AND id = CAST($5 AS text) RETURNING id)
INSERT INTO cedi.access_tokens (merchant_id, id, area, expires_ms) SELECT ${row} FROM deleted RETURNING id`,
        [token.merchant, token.id, token.area, token.expiresMs, id],
      )
      return inserted.length > 0
    },
    async delete(merchant, id) {
      await query(`DELETE FROM cedi.access_tokens WHERE ${where}`, [merchant, id])
    },
    async clear() {
      await query('DELETE FROM cedi.access_tokens WHERE expires_ms >= CAST($1 AS bigint)', [0])
    },
  }
}
