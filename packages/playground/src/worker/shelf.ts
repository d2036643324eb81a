import type { Snapshot } from '@cedi/ledger'
import type { Cookie } from './cookies.js'

/** Everything that outlives the worker: a browser stops it whenever it likes. */
export interface Kept {
  /** Counts the writes: who has read an older one must not write over this one. */
  readonly version: number
  readonly ledger: Snapshot
  /** Who has come in at a door, and until when. */
  readonly passes: readonly (readonly [key: string, endMs: number])[]
  readonly cookies: readonly Cookie[]
  /** How far the clock of the playground is ahead of the clock of this machine. */
  readonly aheadMs: number
}

/** One place that lasts. */
export interface Shelf {
  read(): Promise<Kept | undefined>
  /**
   * Writes, when nobody else has written since.
   *
   * @param after - The version that this one follows; 0 for the first.
   * @returns Whether it was written.
   */
  write(kept: Kept, after: number): Promise<boolean>
}

const place = 'kept'
const row = 'everything'

function open(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(place)
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
    opening.onblocked = () => reject(new Error(`The database ${name} is in use by an older version.`))
  })
}

/**
 * A shelf in the database of the browser.
 *
 * @param name - Of the database: pages of other folders may share the host.
 */
export function openShelf(name: string): Shelf {
  let opened: Promise<IDBDatabase> | undefined
  const database = (): Promise<IDBDatabase> => {
    opened ??= open(name).then(
      (found) => {
        // Somebody clears the data of the site: the next write opens it anew.
        found.onclose = () => {
          opened = undefined
        }
        return found
      },
      (error) => {
        opened = undefined
        throw error
      },
    )
    return opened
  }
  return {
    async read() {
      const asked = (await database()).transaction(place).objectStore(place).get(row)
      return new Promise((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    },
    async write(kept, after) {
      // Strict: what a buyer is shown as paid has reached the disk.
      const transaction = (await database()).transaction(place, 'readwrite', { durability: 'strict' })
      const rows = transaction.objectStore(place)
      let isWritten = false
      const asked = rows.get(row)
      asked.onsuccess = () => {
        if ((asked.result?.version ?? 0) !== after) return
        rows.put(kept, row)
        isWritten = true
      }
      return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(isWritten)
        transaction.onabort = () => reject(transaction.error)
      })
    },
  }
}
