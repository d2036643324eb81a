import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type SqlDriver, type SqlStore, StoreUnavailable } from '@cedi/ledger/sql'
import { type Lock, lockFolder } from './lock.js'

/** Where the program stores its data. */
export interface StorePlace {
  readonly dataDir?: string | undefined
  readonly databaseUrl?: string | undefined
  /** The secret from the environment. */
  readonly secret?: string | undefined
}

/** An open store, and what belongs to it. */
export interface OpenStore {
  readonly store: SqlStore
  /** Signs tokens and makes keys. It is in no database, so that nobody who reads one can make either. */
  readonly secret: string
  /** Closes the store and releases the folder. */
  close(): Promise<void>
}

/** What is wrong with the place, as one line for whoever starts the program. */
export class PlaceError extends Error {
  override readonly name = 'PlaceError'
}

const leastSecret = 16

/**
 * Opens the store that the flags name.
 *
 * @returns Undefined when the flags name none: then everything is in memory.
 * @throws PlaceError with the line to show.
 * @decision 0034
 */
export async function openStore({ dataDir, databaseUrl, secret }: StorePlace): Promise<OpenStore | undefined> {
  if (secret !== undefined && secret.length < leastSecret)
    throw new PlaceError(`CEDI_SECRET must have ${leastSecret} characters or more.`)
  if (dataDir !== undefined && databaseUrl !== undefined)
    throw new PlaceError('--data-dir and --database-url name two places. Leave one out.')
  if (dataDir !== undefined) return openFolder(dataDir, secret)
  if (databaseUrl === undefined) return undefined
  checkAddress(databaseUrl)
  if (secret === undefined)
    throw new PlaceError(
      '--database-url needs a secret. Set CEDI_SECRET to a long random text, the same for every server on that database.',
    )
  const { openPostgres, openSqlStore } = await import('@cedi/ledger/sql')
  const store = await told(async () => openSqlStore(await openPostgres({ url: databaseUrl })))
  return { store, secret, close: () => store.close() }
}

/** @throws PlaceError when it is the address of something else. */
export function checkAddress(databaseUrl: string): void {
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl))
    throw new PlaceError('--database-url must start with postgres://, such as postgres://user@127.0.0.1:5432/cedi.')
}

async function openFolder(folder: string, given: string | undefined): Promise<OpenStore> {
  let lock: Lock | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    lock = await lockFolder(folder, (error) => endLost(folder, error))
    const secret = given ?? keptSecret(join(folder, 'secret'))
    const { openPglite, openSqlStore } = await import('@cedi/ledger/sql')
    const store = await told(async () =>
      openSqlStore(withRoomIn(folder, await openPglite({ dataDir: join(folder, 'database') }))),
    )
    const { release } = lock
    return { store, secret, close: () => store.close().finally(release) }
  } catch (error) {
    await lock?.release()
    if (error instanceof PlaceError) throw error
    throw new PlaceError(`--data-dir ${folder}: ${(error as Error).message}`)
  }
}

/** PGlite writes its log in pieces of 16 MiB. Two of them, so that a started write can finish. */
const leastRoomBytes = 32 * 1_048_576

/**
 * Refuses to write before the disk is full. PGlite does not survive a full disk: it reports it once, and then the whole
 * process never answers again.
 */
function withRoomIn(folder: string, driver: SqlDriver): SqlDriver {
  const hasRoom = async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= leastRoomBytes
  }
  return {
    ...driver,
    hasRoom,
    async query(text, values) {
      if (!/^\s*(?:SELECT|DELETE|DROP)\b/.test(text) && !(await hasRoom())) throw new StoreUnavailable('53100')
      return driver.query(text, values)
    },
  }
}

/** Another process has the files now: anything that this one still wrote would ruin them. */
function endLost(folder: string, { message }: Error): never {
  process.stderr.write(`cedi-sandbox: --data-dir ${folder} was taken by another process: ${message}. Stopped.\n`)
  process.exit(1)
}

/** What is wrong with a place is told in a line. */
export async function told<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw new PlaceError((error as Error).message)
  }
}

/**
 * A folder's secret: made once, readable only by its owner. It gets its name when it is complete, because half of one,
 * after a crash or on a full disk, could be guessed.
 *
 * @throws Error when the file holds no secret. A new one in its place would make other license keys.
 */
function keptSecret(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  const secret = readFileSync(file, 'utf8')
  if (secret.length >= leastSecret) return secret
  throw new Error(
    `The file secret in it must have ${leastSecret} characters or more. Restore it, or delete it: then license keys change.`,
  )
}
