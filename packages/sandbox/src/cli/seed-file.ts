import { readFileSync } from 'node:fs'
import { decodeUtf8, parseSeed, type Seed } from '@cedi/mock-server/internal'

/**
 * Reads the initial data from a file.
 *
 * @throws TypeError when it is not JSON or not a seed; an error of the file system when it cannot be read.
 */
export function readSeedFile(path: string): Seed {
  const text = decodeUtf8(readFileSync(path))
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new TypeError('The file must be JSON.')
  }
  return parseSeed(value)
}
