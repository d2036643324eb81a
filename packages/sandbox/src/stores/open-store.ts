import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type SqlDriver, type SqlStore, StoreUnavailable } from './index.js'
import { type Lock, lockFolder } from './lock.js'
import { checkPrivateFile, checkPrivateFolder } from './private-files.js'

/** Options for the store of the program. */
export interface StoreOptions {
  readonly dataDir?: string | undefined
  readonly databaseUrl?: string | undefined
  /** `CEDI_SECRET` from the environment. */
  readonly secret?: string | undefined
}

/** An open store with its secret. */
export interface OpenStore {
  readonly store: SqlStore
  /** Secret for tokens and API keys. Not stored in the database, so that a reader of the database cannot create them. */
  readonly secret: string
  /** Closes the store and releases the folder. */
  close(): Promise<void>
}

/** Invalid store options, or a store that cannot be opened. The message is one line for the operator. */
export class StoreOptionsError extends Error {
  override readonly name = 'StoreOptionsError'
}

const minSecretLength = 16

/**
 * Opens the store of the flags.
 *
 * @returns Undefined without a flag: the data is then in memory.
 * @throws StoreOptionsError with a line for the operator.
 * @decision 0034
 */
export async function openStore({ dataDir, databaseUrl, secret }: StoreOptions): Promise<OpenStore | undefined> {
  if (secret !== undefined && secret.length < minSecretLength)
    throw new StoreOptionsError(`CEDI_SECRET must have ${minSecretLength} characters or more.`)
  if (dataDir !== undefined && databaseUrl !== undefined)
    throw new StoreOptionsError('--data-dir and --database-url are exclusive. Leave one out.')
  if (dataDir !== undefined) return openFolder(dataDir, secret)
  if (databaseUrl === undefined) return undefined
  checkDatabaseUrl(databaseUrl)
  if (secret === undefined)
    throw new StoreOptionsError(
      '--database-url needs a secret. Set CEDI_SECRET to a long random string, the same for every server on that database.',
    )
  const { openPostgres, openSqlStore } = await import('./index.js')
  const store = await withStoreErrors(async () => openSqlStore(await openPostgres({ url: databaseUrl })))
  return { store, secret, close: () => store.close() }
}

/** Checks that a URL is a PostgreSQL URL. @throws StoreOptionsError if it is not. */
export function checkDatabaseUrl(databaseUrl: string): void {
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl))
    throw new StoreOptionsError(
      '--database-url must start with postgres://, such as postgres://user@127.0.0.1:5432/cedi.',
    )
}

async function openFolder(folder: string, configured: string | undefined): Promise<OpenStore> {
  let lock: Lock | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    checkPrivateFolder(folder)
    lock = await lockFolder(folder, (error) => exitAfterLostLock(folder, error))
    const secret = configured ?? readOrCreateSecret(join(folder, 'secret'))
    const database = join(folder, 'database')
    // The folder itself may exist already with other permissions, such as a volume of a container.
    mkdirSync(database, { recursive: true, mode: 0o700 })
    checkPrivateFolder(database)
    chmodSync(database, 0o700)
    const { openPglite, openSqlStore } = await import('./index.js')
    const store = await withStoreErrors(async () =>
      openSqlStore(withDiskSpaceCheck(folder, await openPglite({ dataDir: database }))),
    )
    const { release } = lock
    return { store, secret, close: () => store.close().finally(release) }
  } catch (error) {
    await lock?.release()
    if (error instanceof StoreOptionsError) throw error
    throw new StoreOptionsError(`--data-dir ${folder}: ${(error as Error).message}`)
  }
}

/** Minimum free disk space: two segments of the write-ahead log (16 MiB each), so that a started write can finish. */
const minFreeBytes = 32 * 1_048_576

/**
 * Rejects writes before the disk is full. PGlite does not survive a full disk: it reports the error once, and every later
 * query hangs.
 */
function withDiskSpaceCheck(folder: string, driver: SqlDriver): SqlDriver {
  const hasFreeSpace = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= minFreeBytes
  }
  const checkSpace = async () => {
    if (!(await hasFreeSpace())) throw new StoreUnavailable('53100')
  }
  return {
    ...driver,
    hasFreeSpace,
    async query(text, values) {
      if (!/^\s*(?:SELECT|DELETE|DROP)\b/.test(text)) await checkSpace()
      return driver.query(text, values)
    },
    async transaction(run) {
      await checkSpace()
      return driver.transaction(run)
    },
  }
}

/** Exits, because another process owns the files now and a write of this process would corrupt them. */
function exitAfterLostLock(folder: string, { message }: Error): never {
  process.stderr.write(`cedi-sandbox: --data-dir ${folder} was locked by another process: ${message}. Stopped.\n`)
  process.exit(1)
}

/** Converts errors of a store to `StoreOptionsError`. */
export async function withStoreErrors<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw new StoreOptionsError((error as Error).message)
  }
}

/**
 * Reads the secret of a folder. Creates it the first time, readable by its owner only. The file is renamed when it is
 * complete, because part of a secret, after a crash or on a full disk, could be guessed.
 *
 * @throws Error if the secret is too short. It is not replaced, because license keys depend on it.
 */
function readOrCreateSecret(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  checkPrivateFile(file)
  const secret = readFileSync(file, 'utf8')
  if (secret.length >= minSecretLength) return secret
  throw new Error(
    `The file "secret" must have ${minSecretLength} characters or more. Restore it, or delete it: license keys then change.`,
  )
}
