import { diskFull, type SqlDriver, StoreUnavailable } from './driver.js'

/** A driver that tracks whether the disk of its database is full. */
export interface DiskAwareDriver extends SqlDriver {
  /** Checks that the database responds, is writable, and has free space again. @throws StoreUnavailable otherwise. */
  ping(): Promise<void>
}

// On a full disk, reads and even the insert of a small row may succeed, so a temporary table is written.
const checkSpace = `CREATE TEMPORARY TABLE cedi_room AS
SELECT number, repeat(md5(CAST(number AS text)), 8) AS filling FROM generate_series(1, 4000) AS number;
DROP TABLE cedi_room;`

// A standby rejects this statement. The primary finds no row and writes nothing.
const checkPrimary = 'SELECT version FROM cedi.migrations WHERE version < 0 FOR UPDATE'

/**
 * Tracks whether the disk of a database is full.
 *
 * @decision 0034
 */
export function trackDiskSpace(driver: SqlDriver): DiskAwareDriver {
  let isFull = false
  const track = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      if ((error as Partial<StoreUnavailable>).reason === diskFull) isFull = true
      throw error
    }
  }
  return {
    query: (text, values) => track(() => driver.query(text, values)),
    transaction: (run) => track(() => driver.transaction(run)),
    async ping() {
      if (!isFull) return void (await driver.query(checkPrimary))
      if (driver.hasFreeSpace) {
        if (!(await driver.hasFreeSpace())) throw new StoreUnavailable(diskFull)
        await driver.query(checkPrimary)
      } else await driver.query(checkSpace)
      isFull = false
    },
    close: () => driver.close(),
  }
}
