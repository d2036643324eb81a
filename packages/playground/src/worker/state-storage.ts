import type { Snapshot } from '@cedi/mock-server/internal'
import type { Cookie } from './cookies.js'

/** Persistent state of the worker, which a browser may stop at any time. */
export interface StoredState {
  /** Number of writes, for optimistic locking. */
  readonly version: number
  readonly ledger: Snapshot
  /** Access tokens with expiry times. */
  readonly accessTokens: readonly (readonly [key: string, endMs: number])[]
  readonly cookies: readonly Cookie[]
  /** Offset of the playground's clock from the system clock. */
  readonly clockOffsetMs: number
}

/** Durable storage. */
export interface StateStorage {
  read(): Promise<StoredState | undefined>
  /**
   * Writes the state if its stored version is `previousVersion`.
   *
   * @param previousVersion - Version that was read; 0 without a stored state.
   * @returns Whether the state was written.
   */
  write(state: StoredState, previousVersion: number): Promise<boolean>
}

const objectStoreName = 'kept'
const stateKey = 'everything'

function open(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(objectStoreName)
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
    opening.onblocked = () => reject(new Error(`The database ${name} is in use by an older version.`))
  })
}

/**
 * Opens storage in IndexedDB.
 *
 * @param name - Database name, which must differ between folders of one host.
 */
export function openStateStorage(name: string): StateStorage {
  let openDatabase: Promise<IDBDatabase> | undefined
  const database = (): Promise<IDBDatabase> => {
    openDatabase ??= open(name).then(
      (database) => {
        // The site data was cleared: the next access opens the database again.
        database.onclose = () => {
          openDatabase = undefined
        }
        return database
      },
      (error) => {
        openDatabase = undefined
        throw error
      },
    )
    return openDatabase
  }
  return {
    async read() {
      const request = (await database()).transaction(objectStoreName).objectStore(objectStoreName).get(stateKey)
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    },
    async write(state, previousVersion) {
      // With strict durability, a displayed payment has reached the disk.
      const transaction = (await database()).transaction(objectStoreName, 'readwrite', { durability: 'strict' })
      const rows = transaction.objectStore(objectStoreName)
      let isWritten = false
      const request = rows.get(stateKey)
      request.onsuccess = () => {
        if ((request.result?.version ?? 0) !== previousVersion) return
        rows.put(state, stateKey)
        isWritten = true
      }
      return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(isWritten)
        transaction.onabort = () => reject(transaction.error)
      })
    },
  }
}
