import type { Snapshot } from '@cedi/ledger'
import type { Cookie } from './cookies.js'

/** Everything that outlives the worker, which a browser may stop at any time. */
export interface Kept {
  /** Counts the writes: a writer that read an older version must not overwrite this one. */
  readonly version: number
  readonly ledger: Snapshot
  /** Who is signed in, and until when. */
  readonly passes: readonly (readonly [key: string, endMs: number])[]
  readonly cookies: readonly Cookie[]
  /** How far the playground's clock is ahead of this machine's. */
  readonly aheadMs: number
}

/** A durable place. */
export interface Shelf {
  read(): Promise<Kept | undefined>
  /**
   * Writes, if nobody else has written since.
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
 * A shelf in the browser's database.
 *
 * @param name - The database's name: pages of other folders may share the host.
 */
export function openShelf(name: string): Shelf {
  let opened: Promise<IDBDatabase> | undefined
  const database = (): Promise<IDBDatabase> => {
    opened ??= open(name).then(
      (found) => {
        // Somebody cleared the site's data: the next write opens it again.
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
      // Strict: what a buyer sees as paid has reached the disk.
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
