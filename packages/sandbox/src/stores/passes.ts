import type { Store } from '@cedi/ledger'
import type { SqlDriver, SqlStore } from '@cedi/ledger/sql'
import type { PersistentStore } from '@cedi/mock-server/service'

/** Lets somebody in until it expires: an invitation or a session. Its id is a hash, useless to a thief. */
export interface Pass {
  /** Whose it is; for staff it belongs to no merchant. */
  readonly merchant: string
  readonly id: string
  readonly door: string
  readonly endMs: number
}

/** Where invitations and sessions are stored: beside the ledger, which does not know them. @decision 0037 */
export interface Passes {
  /** Whether it exists, expired or not. */
  has(merchant: string, id: string): Promise<boolean>
  /** Stores one, and deletes expired ones. */
  keep(pass: Pass, nowMs: number): Promise<void>
  /** Replaces one with another of the same merchant, in one step. @returns Whether the old one still existed. */
  exchange(id: string, pass: Pass): Promise<boolean>
  /** Ending one twice changes nothing. */
  end(merchant: string, id: string): Promise<void>
  /** Deletes all of them: nobody is signed in any more. */
  clear(): Promise<void>
}

/** A durable store with its own place for sessions. Without one, sessions last until the server stops. */
export interface SandboxStore extends PersistentStore {
  readonly passes?: Passes
}

const homes = new WeakMap<Store, Passes>()

/** The passes of a store: servers on the same store share them. */
export function passesOf(store: Store): Passes {
  const known = homes.get(store)
  if (known) return known
  const { driver, passes } = store as Partial<SqlStore & SandboxStore>
  const made = passes ?? (driver ? passesIn(driver) : passesInMemory())
  homes.set(store, made)
  return made
}

function passesInMemory(): Passes {
  const ends = new Map<string, number>()
  const keyOf = (merchant: string, id: string) => `${merchant} ${id}`
  const passes: Passes = {
    has: async (merchant, id) => ends.has(keyOf(merchant, id)),
    async keep({ merchant, id, endMs }, nowMs) {
      for (const [key, end] of ends) if (end <= nowMs) ends.delete(key)
      ends.set(keyOf(merchant, id), endMs)
    },
    async exchange(id, pass) {
      const wasThere = ends.delete(keyOf(pass.merchant, id))
      if (wasThere) ends.set(keyOf(pass.merchant, pass.id), pass.endMs)
      return wasThere
    },
    async end(merchant, id) {
      ends.delete(keyOf(merchant, id))
    },
    async clear() {
      ends.clear()
    },
  }
  return passes
}

// Safe to run again, and by several servers at once.
const home = /* sql */ `SELECT pg_advisory_xact_lock(2332, 2);
CREATE TABLE IF NOT EXISTS cedi.passes (
  merchant_id text NOT NULL,
  id text NOT NULL,
  door text NOT NULL,
  end_ms bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);`

const row = 'CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS bigint)'

function passesIn(driver: SqlDriver): Passes {
  let made: Promise<unknown> | undefined
  const query: SqlDriver['query'] = async (text, values) => {
    made ??= driver.query(home).catch((error) => {
      made = undefined
      throw error
    })
    await made
    return driver.query(text, values)
  }
  const where = 'merchant_id = CAST($1 AS text) AND id = CAST($2 AS text)'
  return {
    has: async (merchant, id) => (await query(`SELECT id FROM cedi.passes WHERE ${where}`, [merchant, id])).length > 0,
    async keep({ merchant, id, door, endMs }, nowMs) {
      await query('DELETE FROM cedi.passes WHERE end_ms <= CAST($1 AS bigint)', [nowMs])
      await query(`INSERT INTO cedi.passes (merchant_id, id, door, end_ms) VALUES (${row})`, [
        merchant,
        id,
        door,
        endMs,
      ])
    },
    async exchange(id, pass) {
      const made = await query(
        `WITH gone AS (DELETE FROM cedi.passes WHERE merchant_id = CAST($1 AS text) AND id = CAST($5 AS text) RETURNING id)
INSERT INTO cedi.passes (merchant_id, id, door, end_ms) SELECT ${row} FROM gone RETURNING id`,
        [pass.merchant, pass.id, pass.door, pass.endMs, id],
      )
      return made.length > 0
    },
    async end(merchant, id) {
      await query(`DELETE FROM cedi.passes WHERE ${where}`, [merchant, id])
    },
    async clear() {
      await query('DELETE FROM cedi.passes WHERE end_ms >= CAST($1 AS bigint)', [0])
    },
  }
}
