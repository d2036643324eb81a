import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Folder with the control tokens of running servers, one file per port. */
const getFolder = (): string => join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'cedi')

const getFile = (port: number): string => join(getFolder(), `control-${port}`)

/** Creates a random control token. */
export const createControlToken = (): string => randomBytes(24).toString('base64url')

/**
 * Stores the token of a server for the programs of the same user. A container may have no writable home directory: the token
 * is then only in the ready line.
 *
 * @returns A function that deletes the file.
 * @decision 0023
 */
export function storeControlToken(port: number, token: string): () => void {
  const file = getFile(port)
  try {
    mkdirSync(getFolder(), { recursive: true, mode: 0o700 })
    // A file that exists keeps its mode, and a link its target.
    rmSync(file, { force: true })
    writeFileSync(file, token, { mode: 0o600, flag: 'wx' })
  } catch {
    return () => undefined
  }
  return () => {
    if (readFile(file) === token) rmSync(file, { force: true })
  }
}

/**
 * Finds the control token for a server on this machine: `CEDI_CONTROL_TOKEN`, or the file of a server that this user started.
 *
 * @param url - Base URL of the server.
 * @returns Undefined if there is none, or if another user could have written the file.
 */
export function findControlToken(url: string, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const configured = environment['CEDI_CONTROL_TOKEN']
  if (configured) return configured
  const { hostname, port } = new URL(url)
  if (!/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return undefined
  return readFile(getFile(Number(port)))
}

function readFile(file: string): string | undefined {
  try {
    const stats = lstatSync(file)
    const isPrivate = process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0)
    return stats.isFile() && isPrivate ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
