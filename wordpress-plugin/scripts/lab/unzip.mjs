import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { inflateRawSync } from 'node:zlib'

const endSignature = 0x06054b50
const headerBytes = 46

/**
 * Unpacks a zip file. No unzip is needed on the machine.
 *
 * @param {string} file - The zip.
 * @param {string} folder - Target folder; created if it is missing.
 */
export function unzip(file, folder) {
  const zip = readFileSync(file)
  let end = zip.length - 22
  while (end >= 0 && zip.readUInt32LE(end) !== endSignature) end--
  if (end < 0) throw new Error(`${file} is not a zip file.`)
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const method = zip.readUInt16LE(at + 10)
    const size = zip.readUInt32LE(at + 20)
    const nameBytes = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + headerBytes, at + headerBytes + nameBytes)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const target = resolve(folder, name)
    if (!target.startsWith(resolve(folder) + sep))
      throw new Error(`${file} contains a path outside of the target folder: ${name}`)
    if (name.endsWith('/')) mkdirSync(target, { recursive: true })
    else {
      mkdirSync(dirname(target), { recursive: true })
      const bytes = zip.subarray(start, start + size)
      writeFileSync(join(target), method === 8 ? inflateRawSync(bytes) : bytes)
    }
    at += headerBytes + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}
