import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { SqlStore } from '@cedi/ledger/sql'

/** Where the program keeps everything. */
export interface StorePlace {
  readonly dataDir?: string | undefined
  readonly databaseUrl?: string | undefined
  /** The secret that the environment gives. */
  readonly secret?: string | undefined
}

/** A store that is open, and what belongs to it. */
export interface OpenStore {
  readonly store: SqlStore
  /** Signs tokens and makes keys: it lies in no database, so that whoever reads one can make neither. */
  readonly secret: string
  /** Lets go of the store and of the folder. */
  close(): Promise<void>
}

/** What is wrong with the place, in one line for the one who starts the program. */
export class PlaceError extends Error {
  override readonly name = 'PlaceError'
}

const leastSecret = 16

/**
 * Opens the store that the flags name.
 *
 * @returns Nothing when they name none: then everything is in memory.
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
  if (!/^postgres(?:ql)?:\/\//.test(databaseUrl))
    throw new PlaceError('--database-url must start with postgres://, such as postgres://user@127.0.0.1:5432/cedi.')
  if (secret === undefined)
    throw new PlaceError(
      'With --database-url, set CEDI_SECRET to a long random text, the same for every server on that database.',
    )
  const { openPostgres, openSqlStore } = await import('@cedi/ledger/sql')
  const store = await told(async () => openSqlStore(await openPostgres({ url: databaseUrl })))
  return { store, secret, close: () => store.close() }
}

async function openFolder(folder: string, given: string | undefined): Promise<OpenStore> {
  let unlock = () => {}
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    unlock = lock(join(folder, 'cedi.lock'))
    const { openPglite, openSqlStore } = await import('@cedi/ledger/sql')
    const store = await told(async () => openSqlStore(await openPglite({ dataDir: join(folder, 'database') })))
    const secret = given ?? keptSecret(join(folder, 'secret'))
    return { store, secret, close: () => store.close().finally(unlock) }
  } catch (error) {
    unlock()
    if (error instanceof PlaceError) throw error
    throw new PlaceError(`--data-dir ${folder}: ${(error as Error).message}`)
  }
}

async function told<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw new PlaceError((error as Error).message)
  }
}

/** The secret of a folder: made once, for the eyes of its owner. */
function keptSecret(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8')
}

/** Keeps a second process out of a folder: two would ruin its files. A lock of a process that has ended is taken over. */
function lock(file: string): () => void {
  for (;;) {
    try {
      const handle = openSync(file, 'wx', 0o600)
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = Number(readFileSync(file, 'utf8'))
      if (isRunning(pid)) throw new Error(`The process ${pid} is using this folder. Stop it, or choose another folder.`)
      rmSync(file, { force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
