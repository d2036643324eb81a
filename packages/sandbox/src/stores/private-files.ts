import { lstatSync, type Stats } from 'node:fs'

/**
 * Checks that only its owner can replace the files of a folder. Another user who could write the secret could sign every
 * token.
 *
 * @param uid - User of this process; undefined on Windows, where nothing is checked.
 * @throws Error if the folder is a link, belongs to another user, or can be written by others.
 * @decision 0034
 */
export function checkPrivateFolder(folder: string, uid: number | undefined = process.getuid?.()): void {
  if (uid === undefined) return
  const stats = lstatSync(folder)
  if (!stats.isDirectory())
    throw new Error(`${folder} must be a folder, and not a link. Give the path of the folder itself.`)
  checkOwner(folder, stats, uid)
  if ((stats.mode & 0o022) !== 0)
    throw new Error(`Other users can write to ${folder}. Run chmod go-w on it, or choose another folder.`)
}

/**
 * Checks that only its owner can read and replace a file.
 *
 * @param uid - As for {@link checkPrivateFolder}.
 * @throws Error if it is a link, belongs to another user, or can be read by others.
 */
export function checkPrivateFile(file: string, uid: number | undefined = process.getuid?.()): void {
  if (uid === undefined) return
  const stats = lstatSync(file)
  if (!stats.isFile()) throw new Error(`${file} must be a file, and not a link. Replace it with the file.`)
  checkOwner(file, stats, uid)
  if ((stats.mode & 0o077) !== 0) throw new Error(`Other users can read ${file}. Run chmod 600 on it.`)
}

function checkOwner(path: string, stats: Stats, uid: number): void {
  if (stats.uid !== uid)
    throw new Error(`${path} belongs to another user (${stats.uid}). Run as that user, or choose another folder.`)
}
