import { readFileSync } from 'node:fs'
import { readJson } from '../http/read-json.js'
import { parseSeed, type Seed } from '../service/seed.js'
import { utf8Of } from '../transports/fetch.js'

/**
 * Reads the data for the start from a file.
 *
 * @throws TypeError when it is not JSON or not a seed; an error of the file system when it cannot be read.
 */
export function readSeedFile(path: string): Seed {
  const read = readJson(utf8Of(readFileSync(path)))
  if (!read.ok) throw new TypeError(read.problem === 'no_json' ? 'The file must be JSON.' : read.words)
  return parseSeed(read.value)
}
