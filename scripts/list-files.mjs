import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders without sources of the project. */
const ignored = /^(?:\.(?!github|changeset)|node_modules|dist|build|coverage|packed|vendor)/

/**
 * Lists the files of the repository, without git, which a fresh system may lack.
 *
 * @param {string} root - Absolute path of the repository.
 * @param {string} [folder] - Folder to list, relative to the root.
 * @returns {string[]} Paths relative to the root, with slashes.
 */
export const listFiles = (root, folder = '') =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ignored.test(entry.name)) return []
    const path = folder ? `${folder}/${entry.name}` : entry.name
    return entry.isDirectory() ? listFiles(root, path) : [path]
  })
