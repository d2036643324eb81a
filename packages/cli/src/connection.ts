import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from '@cedi/client'
import { readBaseAddress, safeOrigin } from '@cedi/contract/base-address'
import { localServiceUrl } from '@cedi/contract/local-service'
import { type CliContext, UsageError } from './command.js'
import { escapeControls } from './show.js'

/** Base URL and API key of a service. */
export interface Account {
  readonly baseUrl: string
  readonly apiKey: string
  /** Whether the key may move real money. True for every key that is not marked as a test key. */
  readonly isLive: boolean
  /** Hosts to which http is allowed, from `CEDI_INSECURE_HOSTS`. */
  readonly insecureHosts: readonly string[]
  /** Source of the URL, such as `CEDI_URL`. */
  readonly urlSource: string
  /** Source of the key. */
  readonly keySource: string
}

/** Contents of a profile file. */
interface Profile {
  readonly baseUrl?: string
  readonly apiKey?: string
}

/** Key of the demo merchant, which exists in every sandbox and mock server. */
export const demoKey = 'sk_test_all'

/** Default URL of the sandbox and the mock server. */
const localSandbox = { baseUrl: localServiceUrl, apiKey: demoKey }

/** Returns the path of a profile file. */
export function profilePath(name: string, { environment, home }: CliContext): string {
  if (!/^[\w-]{1,40}$/.test(name))
    throw new UsageError('The name of a profile must be 1 to 40 letters, digits, - and _.')
  const folder = environment['XDG_CONFIG_HOME'] || join(home, '.config')
  return join(folder, 'cedi', `${name}.json`)
}

/** Reads a profile. Rejects a profile that other users of the machine can read. */
function readProfile(name: string, context: CliContext, isRequired: boolean): Profile {
  const path = profilePath(name, context)
  const createCommand = `cedi profile ${name} --url https://…`
  let text: string
  try {
    const stats = lstatSync(path)
    // A symbolic link could point to another user's file, and a pipe may never end.
    if (!stats.isFile())
      throw new UsageError(`${path} is not a regular file. Remove it and create it again: ${createCommand}`)
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
      throw new UsageError(`Other users can read ${path}, which contains a key. Run chmod 600 on it.`)
    if (process.getuid && stats.uid !== process.getuid())
      throw new UsageError(`${path} belongs to another user. Create your own: ${createCommand}`)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw new UsageError(`${path} cannot be read (${code}). Check its owner and permissions.`)
    if (isRequired) throw new UsageError(`There is no profile ${name}. Create it: ${createCommand}`)
    return {}
  }
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (text.includes('\0')) throw new UsageError(`${path} is not UTF-8. Save it as UTF-8.`)
  if (typeof value !== 'object' || value === null)
    throw new UsageError(`${path} is not JSON with a URL and a key. Create it again: ${createCommand}`)
  const { baseUrl, apiKey } = value as Record<string, unknown>
  for (const [field, text] of Object.entries({ baseUrl, apiKey }))
    if (text !== undefined && typeof text !== 'string') throw new UsageError(`${path}: ${field} must be a string.`)
  return value as Profile
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Resolves the base URL and the key. A flag overrides the environment, and the environment overrides the profile. The
 * default is the local sandbox. No flag sets the key, because the process list and the shell history would show it.
 */
export function readAccount(
  options: {
    readonly url?: string | undefined
    readonly profile?: string | undefined
    /** Whether the call needs no key. */
    readonly isPublic?: boolean
  },
  context: CliContext,
): Account {
  const { environment } = context
  const name = options.profile ?? (environment['CEDI_PROFILE'] || undefined)
  const profile = readProfile(name ?? 'default', context, name !== undefined)
  const configuredUrl = options.url ?? (environment['CEDI_URL'] || profile.baseUrl)
  const profileSource = `profile ${name ?? 'default'}`
  const urlSource =
    options.url !== undefined
      ? 'the command line'
      : environment['CEDI_URL']
        ? 'CEDI_URL'
        : configuredUrl === undefined
          ? 'the default'
          : profileSource
  const baseUrl = configuredUrl ?? localSandbox.baseUrl
  requireScheme(baseUrl)
  if (configuredUrl === undefined)
    context.log(`Using the local sandbox at ${baseUrl}. Set --url or CEDI_URL for another service.\n`)
  const insecureHosts = listInsecureHosts(environment)
  // A stored key is sent only to the URL that it was stored with.
  const isProfileUrl = baseUrl === profile.baseUrl
  const apiKey = environment['CEDI_API_KEY'] || (isProfileUrl ? profile.apiKey : undefined)
  const keySource = environment['CEDI_API_KEY'] ? 'CEDI_API_KEY' : profileSource
  if (apiKey) return { baseUrl, apiKey, isLive: !apiKey.startsWith('sk_test_'), insecureHosts, urlSource, keySource }
  if (!isLoopback(baseUrl) && !options.isPublic)
    throw new UsageError(
      `There is no key for ${baseUrl}. Set CEDI_API_KEY, or run: cedi profile default --url ${baseUrl}`,
    )
  const demo = { apiKey: localSandbox.apiKey, isLive: false, keySource: 'the demo merchant' }
  return { baseUrl, insecureHosts, urlSource, ...demo }
}

const listInsecureHosts = (environment: CliContext['environment']): readonly string[] =>
  (environment['CEDI_INSECURE_HOSTS'] ?? '').split(/[\s,]+/).filter(Boolean)

/**
 * Validates the URL of a control API like one for API keys: https, loopback, or a host in `CEDI_INSECURE_HOSTS`.
 *
 * @returns The URL without a trailing slash.
 * @throws {@link UsageError} for any other URL.
 */
export function readSafeUrl(url: string, environment: CliContext['environment']): string {
  try {
    return readBaseAddress(url, listInsecureHosts(environment))
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Rejects a URL without a scheme, such as `127.0.0.1:23300`. */
function requireScheme(url: string): void {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(url)) return
  const scheme = isLoopback(`http://${url}`) ? 'http' : 'https'
  throw new UsageError(`The URL ${escapeControls(url)} has no scheme. Did you mean ${scheme}://${escapeControls(url)}?`)
}

/** Returns whether a URL points to the loopback interface. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && safeOrigin.test(new URL(address).origin.replace('https:', 'http:'))

/** Creates a client for an account. @throws {@link UsageError} if the client rejects the URL or the key. */
export function createServiceClient({
  baseUrl,
  apiKey,
  insecureHosts = [],
}: Pick<Account, 'baseUrl' | 'apiKey'> & Partial<Account>): Client {
  try {
    return createClient({ baseUrl, apiKey, insecureHosts })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Describes a proxy of the environment, which is not used; empty without one. For the error of a failed connection. */
export function describeProxy(url: string, { environment }: Pick<CliContext, 'environment'>): string {
  const name = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY'].find((item) => environment[item])
  if (name === undefined || isLoopback(url)) return ''
  return `${name} is set, but cedi connects directly. Allow connections to ${new URL(url).host}, or run cedi on another network.\n`
}

/** Prompts for confirmation. Without a terminal, a flag must confirm. */
export async function confirm(question: string, isConfirmed: boolean, context: CliContext): Promise<boolean> {
  if (isConfirmed) return true
  if (!context.isTerminal) throw new UsageError('There is no terminal to ask for confirmation. Add --yes to confirm.')
  return /^y(es)?$/i.test((await context.ask(`${question} [y/N] `)).trim())
}

/** Warns that a write moves real money, and asks for confirmation. */
export async function confirmLiveWrite(
  { isLive, baseUrl }: Account,
  { label, isConfirmed }: { readonly label: string; readonly isConfirmed: boolean },
  context: CliContext,
): Promise<boolean> {
  if (!isLive) return true
  context.log(`This is a live key: ${label} at ${baseUrl} is real, and real money may move.\n`)
  return confirm('Go on?', isConfirmed, context)
}
