import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from '@cedi/client'
import { safeOrigin } from '@cedi/contract/base-address'
import { type Surroundings, UsageError } from './command.js'

/** Where the service is, and which key to use. */
export interface Account {
  readonly baseUrl: string
  readonly apiKey: string
  /** Whether real money updates: with any key that is not marked as a test key. */
  readonly isLive: boolean
}

/** What a profile holds. */
interface Profile {
  readonly baseUrl?: string
  readonly apiKey?: string
}

/** The key of the demo merchant, which every sandbox and mock server knows. */
export const demoKey = 'sk_test_all'

/** Where the sandbox and the mock server listen. */
const atHome = { baseUrl: 'http://127.0.0.1:4010', apiKey: demoKey }

/** Where a profile is kept. */
export function profilePath(name: string, { environment, home }: Surroundings): string {
  if (!/^[\w-]{1,40}$/.test(name))
    throw new UsageError('The name of a profile must be 1 to 40 letters, digits, - and _.')
  const folder = environment['XDG_CONFIG_HOME'] || join(home, '.config')
  return join(folder, 'cedi', `${name}.json`)
}

/** Reads a profile. A profile that others on this machine can read is refused. */
function readProfile(name: string, around: Surroundings, isAsked: boolean): Profile {
  const path = profilePath(name, around)
  const make = `cedi profile ${name} --url https://…`
  let text: string
  try {
    const found = lstatSync(path)
    // A link could lead to somebody else's file, and a pipe would never end.
    if (!found.isFile())
      throw new UsageError(`${path} is no file of its own. Remove it, and make it again with: ${make}`)
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
      throw new UsageError(`${path} can be read by others. It holds a key: run chmod 600 on it.`)
    if (process.getuid && found.uid !== process.getuid())
      throw new UsageError(`${path} belongs to somebody else. Make your own with: ${make}`)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw new UsageError(`${path} cannot be read (${code}). Check whose it is.`)
    if (isAsked) throw new UsageError(`There is no profile ${name}. Make it with: ${make}`)
    return {}
  }
  const value = parsed(text)
  if (typeof value !== 'object' || value === null)
    throw new UsageError(`${path} is not JSON with an address and a key. Make it again with: ${make}`)
  const { baseUrl, apiKey } = value as Record<string, unknown>
  for (const [field, text] of Object.entries({ baseUrl, apiKey }))
    if (text !== undefined && typeof text !== 'string') throw new UsageError(`${path}: ${field} must be text.`)
  return value as Profile
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The address and the key: a flag overrides the environment, and the environment overrides the profile. Without any of
 * them it is the sandbox on this machine. No flag sets the key, because the process list and the shell's history would
 * show it.
 */
export function readAccount(
  given: {
    readonly url?: string | undefined
    readonly profile?: string | undefined
    /** Whether the call needs no key. */
    readonly isPublic?: boolean
  },
  around: Surroundings,
): Account {
  const { environment } = around
  const name = given.profile ?? (environment['CEDI_PROFILE'] || undefined)
  const profile = readProfile(name ?? 'default', around, name !== undefined)
  const baseUrl = given.url ?? (environment['CEDI_BASE_URL'] || profile.baseUrl) ?? atHome.baseUrl
  // A key goes only to the address that it was stored with, or to one that the environment names with it.
  const isProfiles = baseUrl === profile.baseUrl
  const apiKey = environment['CEDI_API_KEY'] || (isProfiles ? profile.apiKey : undefined)
  if (apiKey) return { baseUrl, apiKey, isLive: !apiKey.startsWith('sk_test_') }
  if (!isHere(baseUrl) && !given.isPublic)
    throw new UsageError(
      `There is no key for ${baseUrl}. Put it into the variable CEDI_API_KEY, or run: cedi profile default --url ${baseUrl}`,
    )
  return { baseUrl, apiKey: atHome.apiKey, isLive: false }
}

/** Whether an address is this machine. */
export const isHere = (address: string): boolean =>
  URL.canParse(address) && safeOrigin.test(new URL(address).origin.replace('https:', 'http:'))

/** A client for an account. What the client refuses is an error in the command line. */
export function clientOf({ baseUrl, apiKey }: Pick<Account, 'baseUrl' | 'apiKey'>): Client {
  try {
    return createClient({ baseUrl, apiKey })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Asks a person for a yes; in a script, a flag must say it. */
export async function agree(question: string, isAgreed: boolean, around: Surroundings): Promise<boolean> {
  if (isAgreed) return true
  if (!around.isTerminal) throw new UsageError('There is no terminal to ask you. Add --yes to confirm.')
  return /^y(es)?$/i.test((await around.ask(`${question} [y/N] `)).trim())
}

/** Says clearly that a write moves real money, and continues only after a yes. */
export async function allowWrite(
  { isLive, baseUrl }: Account,
  { what, isAgreed }: { readonly what: string; readonly isAgreed: boolean },
  around: Surroundings,
): Promise<boolean> {
  if (!isLive) return true
  around.tell(`This is a live key: ${what} at ${baseUrl} is real, and real money may move.\n`)
  return agree('Go on?', isAgreed, around)
}
