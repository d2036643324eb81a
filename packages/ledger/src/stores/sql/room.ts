import { diskFull, type SqlDriver, StoreUnavailable } from './driver.js'

/** A driver that remembers when the disk of its database was full. */
export interface RoomyDriver extends SqlDriver {
  /** Whether the database answers, takes writes, and has room again if it had none. @throws StoreUnavailable when not. */
  ping(): Promise<void>
}

// Reading works on a full disk, and one small row may still find a place: only asking for room tells.
const askForRoom = `CREATE TEMPORARY TABLE cedi_room AS
SELECT number, repeat(md5(CAST(number AS text)), 8) AS filling FROM generate_series(1, 4000) AS number;
DROP TABLE cedi_room;`

// A standby rejects this statement. The primary finds no row and writes nothing.
const askForLead = 'SELECT version FROM cedi.migrations WHERE version < 0 FOR UPDATE'

/**
 * Tracks whether the disk of a database is full.
 *
 * @decision 0034
 */
export function withRoom(driver: SqlDriver): RoomyDriver {
  let isFull = false
  return {
    async query(text, values) {
      try {
        return await driver.query(text, values)
      } catch (error) {
        if ((error as Partial<StoreUnavailable>).reason === diskFull) isFull = true
        throw error
      }
    },
    async ping() {
      if (!isFull) return void (await driver.query(askForLead))
      if (driver.hasRoom) {
        if (!(await driver.hasRoom())) throw new StoreUnavailable(diskFull)
        await driver.query(askForLead)
      } else await driver.query(askForRoom)
      isFull = false
    },
    close: () => driver.close(),
  }
}
