// An empty database of PGlite as one file. Tests load it into memory in half a second; making one takes four.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'))
const cache = resolve(import.meta.dirname, '../../../.cache/pglite')
const file = join(cache, `empty-${version}.tar`)

/** Makes the file where it is missing. */
export async function makeEmptyPglite() {
  if (existsSync(file)) return
  const database = await PGlite.create()
  const dump = await database.dumpDataDir('none')
  await database.close()
  mkdirSync(cache, { recursive: true })
  // Another process may create it at the same time, so the file is renamed into place.
  const temporaryFile = `${file}.${randomUUID()}`
  writeFileSync(temporaryFile, Buffer.from(await dump.arrayBuffer()))
  renameSync(temporaryFile, file)
}

/** An empty PGlite in memory. */
export async function openEmptyPglite() {
  await makeEmptyPglite()
  return PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) })
}
