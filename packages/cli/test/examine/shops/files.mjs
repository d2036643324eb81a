// The shop's database: one JSON file per record. Several processes may use the same folder.
import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param {string} folder */
export function createFiles(folder) {
  const incomplete = join(folder, 'incomplete')
  mkdirSync(incomplete, { recursive: true })
  const toPath = (/** @type {string} */ name) => join(folder, `${name}.json`)
  /** Writes a complete file under a temporary name. @param {unknown} value */
  const writeTemporary = (value) => {
    const path = join(incomplete, randomUUID())
    writeFileSync(path, JSON.stringify(value))
    return path
  }

  return {
    /** @param {string} name @returns {any} Undefined if there is no such file. */
    read(name) {
      try {
        return JSON.parse(readFileSync(toPath(name), 'utf8'))
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined
        throw error
      }
    },
    /** Creates a file unless it exists. @param {string} name @param {unknown} value @returns {boolean} Whether it is new. */
    createOnce(name, value) {
      const temporary = writeTemporary(value)
      try {
        linkSync(temporary, toPath(name))
        return true
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
        throw error
      } finally {
        unlinkSync(temporary)
      }
    },
    /** @param {string} name @param {unknown} value */
    write: (name, value) => renameSync(writeTemporary(value), toPath(name)),
    /** Lists the names that start with a prefix. @param {string} prefix */
    list: (prefix) =>
      readdirSync(folder)
        .filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length)),
  }
}
