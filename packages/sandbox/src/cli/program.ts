import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { defaultPort, localServiceUrl } from '@cedi/contract/local-service'
import { removeTrailingSlashes } from '@cedi/contract/trailing-slashes'
import type { Listening, MockServer } from '@cedi/mock-server'
import {
  baseUrlCheck,
  isWildcardHost,
  type LoggedRequest,
  type MockServerOptions,
  parseRateLimit,
} from '@cedi/mock-server/internal'
import { describeUnknownFlag, FlagError, parseFlags } from './flags.js'
import { type ProgramText, readyText } from './texts.js'

/** A server, and a function that closes its resources. */
interface CreatedServer {
  readonly server: MockServer
  close?(): Promise<void>
}

/** A program that starts a server. */
export interface Program extends ProgramText {
  /** Additional flags. */
  readonly flags: readonly string[]
  /** Additional commands. Each returns the text to print. */
  readonly commands?: Readonly<
    Record<string, (flagValues: Readonly<Record<string, string | undefined>>) => Promise<string>>
  >
  /**
   * Creates the server after all flags are validated, so that an invalid flag leaves no folder or tables behind.
   *
   * @param flagValues - The values of its own flags.
   */
  make(options: MockServerOptions, flagValues: Readonly<Record<string, string | undefined>>): Promise<CreatedServer>
  /** Returns a note that is printed if the server listens on all addresses. */
  wildcardText?(port: number): Promise<string>
  /** Returns links for the ready line, besides the URL and the key. */
  links?(server: MockServer, url: string): Promise<Readonly<Record<string, string>>>
}

/** An error of the command line, with a message of one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

function fail(line: string): never {
  throw new StartError(line)
}

const flagOptions = {
  url: { type: 'string', default: localServiceUrl },
  port: { type: 'string', default: String(defaultPort) },
  host: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string', default: 'demo' },
  clock: { type: 'string', default: 'real' },
  'default-outcome': { type: 'string', default: 'succeed' },
  'approval-delay': { type: 'string', default: '2000' },
  'rate-limit': { type: 'string' },
  'control-token': { type: 'string' },
  'trusted-proxy': { type: 'string' },
  'public-url': { type: 'string' },
  log: { type: 'boolean', default: false },
  'log-format': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const

/** Flags of the commands for a running server. */
const commandFlags: Readonly<Record<string, readonly string[]>> = {
  curl: ['url', 'control-token'],
  verify: ['url', 'control-token'],
}

/** Values of the flags of a server. */
interface FlagValues {
  readonly url: string
  readonly port: string
  readonly host: string
  readonly seed: string
  readonly clock: string
  readonly 'default-outcome': string
  readonly 'approval-delay': string
  readonly 'rate-limit'?: string
  readonly 'control-token'?: string
  readonly 'trusted-proxy'?: string
  readonly 'public-url'?: string
  readonly log: boolean
  readonly 'log-format'?: string
  readonly json: boolean
  readonly help: boolean
  readonly version: boolean
}

function readArguments({ name, flags, commands = {} }: Program, args: readonly string[]) {
  const options = { ...flagOptions, ...Object.fromEntries(flags.map((flag) => [flag, { type: 'string' } as const])) }
  const hint = `See ${name} --help.`
  const { flags: values, words, setFlags } = parseFlags({ args, options, command: name, hint })
  const command = words[0] ?? ''
  const startFlags = Object.keys(options).filter((flag) => flag !== 'url')
  const known = commandFlags[command] ?? (Object.hasOwn(commands, command) ? flags : startFlags)
  for (const flag of setFlags)
    if (![...known, 'help', 'version'].includes(flag.name))
      fail(describeUnknownFlag(`${name} ${command}`.trim(), flag.rawName, known, hint))
  return { values: values as unknown as FlagValues, positionals: words }
}

function parseInteger(text: string, flag: string, maximum: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > maximum)
    fail(`${flag} must be a whole number from 0 to ${maximum}, not "${text}".`)
  return Number(text)
}

function oneOf<Word extends string>(text: string, flag: string, words: readonly Word[]): Word {
  if (!(words as readonly string[]).includes(text)) fail(`${flag} must be ${words.join(' or ')}, not "${text}".`)
  return text as Word
}

async function readSeed(seed: string): Promise<NonNullable<MockServerOptions['seed']>> {
  if (seed === 'demo' || seed === 'empty') return seed
  const { readSeedFile } = await import('./seed-file.js')
  try {
    return readSeedFile(seed)
  } catch (error) {
    return fail(`--seed ${seed}: ${(error as Error).message}`)
  }
}

/** Reads `CEDI_SECRET` from the environment. */
function readSecret(): string | undefined {
  const secret = process.env['CEDI_SECRET']
  if (secret !== undefined && secret.length < minSecretLength)
    fail(`CEDI_SECRET must have ${minSecretLength} characters or more.`)
  return secret
}

const minSecretLength = 16

function readPublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!baseUrlCheck.accepts(text) || !URL.canParse(text))
    fail(`--public-url must ${baseUrlCheck.requirement}. Got "${text}". Check it.`)
  return text
}

/** Returns a random string. Node's cryptography is loaded on demand, because loading it is slow. */
async function newSecret(): Promise<string> {
  const { randomBytes } = await import('node:crypto')
  return randomBytes(32).toString('hex')
}

/** Colours a status in terminals. */
const colorStatus = (status: number): string => {
  const isColorless = !process.stdout.isTTY || process.env.NO_COLOR
  return isColorless ? `${status}` : `\x1b[${status < 300 ? 32 : status < 500 ? 33 : 31}m${status}\x1b[0m`
}

const line = ({ method, path, query, status, code, at }: LoggedRequest): string =>
  `${at.slice(11, 19)}  ${colorStatus(status)}  ${method.padEnd(4)} ${path}${query ? `?${query}` : ''}${code ? `  ${code}` : ''}\n`

/** The fields for a log collector. `GET /__mock/requests` has headers and bodies. */
const jsonLine = ({ at, request_id, method, path, query, operation, merchant, status, code }: LoggedRequest): string =>
  `${JSON.stringify({ at, request_id, method, path, query, operation, merchant, status, code })}\n`

/** Flags of the commands for a running server. */
interface CommandFlags {
  readonly url: string
  readonly 'control-token'?: string | undefined
}

/** Runs a command for a running server. */
async function runCommand(
  { name: program }: Program,
  [name, argument, ...more]: readonly string[],
  { url, 'control-token': token }: CommandFlags,
): Promise<void> {
  const { CommandError, curlCommand, verifyCommand } = await import('./commands.js')
  const { findControlToken } = await import('@cedi/mock-server/node')
  const controlToken = token ?? (URL.canParse(url) ? findControlToken(url) : undefined)
  const running = { program, url: removeTrailingSlashes(url), controlToken }
  try {
    if (more.length > 0) fail(`${more[0]} is one word too many. See ${program} --help.`)
    if (name === 'verify') {
      const { text, isValid } = await verifyCommand(running, argument)
      process.stdout.write(text)
      if (!isValid) process.exitCode = 1
    } else if (name === 'curl')
      process.stdout.write(
        await curlCommand(running, argument === undefined ? 10 : parseInteger(argument, 'COUNT', 1000)),
      )
    else fail(`There is no command "${name}". See ${program} --help.`)
  } catch (error) {
    if (error instanceof CommandError) fail(error.message)
    throw error
  }
}

async function start(program: Program, args: readonly string[]): Promise<void> {
  const { values: flagValues, positionals } = readArguments(program, args)
  const ownFlagValues = flagValues as unknown as Readonly<Record<string, string | undefined>>
  if (flagValues.help) {
    const { helpText } = await import('./help.js')
    return void process.stdout.write(helpText(program))
  }
  if (flagValues.version) {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    return void process.stdout.write(`${version}\n`)
  }
  const [command = '', ...words] = positionals
  const ownCommand = Object.hasOwn(program.commands ?? {}, command) ? program.commands?.[command] : undefined
  if (ownCommand) {
    if (words.length > 0) fail(`${words[0]} is one word too many. See ${program.name} --help.`)
    return void process.stdout.write(await ownCommand(ownFlagValues))
  }
  if (positionals.length > 0) return runCommand(program, positionals, flagValues)
  // All flags are validated first, so that an invalid flag leaves no folder behind.
  const port = parseInteger(flagValues.port, '--port', 65_535)
  const options = await readOptions(flagValues)
  await serve(program, { flagValues, port, publicUrl: options.baseUrl }, await program.make(options, ownFlagValues))
}

/** Reads the addresses of `--trusted-proxy`, separated by commas. */
function readTrustedProxies(text = ''): readonly string[] {
  const addresses = text.split(',').filter(Boolean)
  const invalid = addresses.find((address) => isIP(address) === 0)
  if (invalid !== undefined) fail(`--trusted-proxy must list IP addresses, such as 127.0.0.1. Got "${invalid}".`)
  return addresses
}

/** Reads the options of the server from the flags. */
async function readOptions(flagValues: FlagValues): Promise<MockServerOptions> {
  const rateLimit = flagValues['rate-limit'] === undefined ? undefined : parseRateLimit(flagValues['rate-limit'])
  if (flagValues['rate-limit'] !== undefined && !rateLimit)
    fail(`--rate-limit must be like 100/60s, not "${flagValues['rate-limit']}".`)

  const token = flagValues['control-token'] ?? (process.env['CEDI_CONTROL_TOKEN'] || undefined)
  if (token === '') fail('--control-token must not be empty.')
  if (flagValues.host === '') fail('--host must not be empty. Say 0.0.0.0 for all addresses of this machine.')
  const format = flagValues['log-format'] ?? (flagValues.log ? 'text' : undefined)
  const formatLine = format && { text: line, json: jsonLine }[oneOf(format, '--log-format', ['text', 'json'])]
  const seed = await readSeed(flagValues.seed)
  const clock = oneOf(flagValues.clock, '--clock', ['real', 'manual'])
  const defaultOutcome = oneOf(flagValues['default-outcome'], '--default-outcome', ['succeed', 'fail', 'pending'])
  const approvalDelayMs = parseInteger(flagValues['approval-delay'], '--approval-delay', 3_600_000)
  const publicUrl = readPublicUrl(flagValues['public-url'] ?? process.env['CEDI_PUBLIC_URL'])
  // Other callers must not be able to compute the keys that it issues. A store has a secret of its own.
  const secret = readSecret() ?? (await newSecret())
  return {
    seed,
    clock,
    defaultOutcome,
    approvalDelayMs,
    ...(rateLimit ? { rateLimit } : {}),
    ...(token === undefined ? {} : { control: { token } }),
    trustedProxies: readTrustedProxies(flagValues['trusted-proxy']),
    ...(publicUrl === undefined ? {} : { baseUrl: publicUrl }),
    secret,
    ...(formatLine && !flagValues.json
      ? { onRequest: (request) => void process.stdout.write(formatLine(request)) }
      : {}),
  }
}

/** Listens, prints the ready line, and closes on a signal. */
async function serve(
  program: Program,
  {
    flagValues,
    port,
    publicUrl,
  }: { readonly flagValues: FlagValues; readonly port: number; readonly publicUrl: string | undefined },
  created: CreatedServer,
): Promise<void> {
  const listening = await created.server.listen(port, flagValues.host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      return fail(`Port ${port} is taken. Choose another with --port, or let --port 0 find a free one.`)
    if (error.code === 'EACCES') return fail(`Port ${port} needs more rights. Choose one above 1023 with --port.`)
    if (error instanceof TypeError) return fail(`--seed ${flagValues.seed}: ${error.message}`)
    return fail(
      `It cannot listen on ${flagValues.host}:${port} (${error.message}). Choose others with --host and --port.`,
    )
  })
  const url = publicUrl === undefined ? listening.url : removeTrailingSlashes(publicUrl)
  const { controlToken } = listening
  const links = { url, apiKey: 'sk_test_all', controlToken, ...(await program.links?.(created.server, url)) }
  const wildcardNote = (isWildcardHost(flagValues.host) && (await program.wildcardText?.(listening.port))) || ''
  process.stdout.write(flagValues.json ? `${JSON.stringify(links)}\n` : readyText(program, links) + wildcardNote)

  closeOnSignal(listening, created)
}

function closeOnSignal(listening: Listening, created: CreatedServer): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // A second signal does not wait.
      if (isStopping) process.exit(1)
      isStopping = true
      void listening
        .close()
        .then(() => closeStore(created))
        .then(() => process.exit(0))
    })
}

/** Maximum time to close a store, so that an unresponsive store does not block the exit. */
const closeDeadlineMs = 5000

async function closeStore({ close }: CreatedServer): Promise<void> {
  if (!close) return
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, closeDeadlineMs, true).unref())
  if (await Promise.race([close().then(() => false), timeout]))
    console.error(`[cedi-sandbox] The store did not close within ${closeDeadlineMs / 1000} seconds. It is left open.`)
}

/** Runs a program that starts a server. An error in its flags is one line, and exit code 2. */
export async function runProgram(program: Program, args: readonly string[]): Promise<void> {
  // The reader of the output, such as `head`, may close it first. A server continues without a reader of its log.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  try {
    await start(program, args)
  } catch (error) {
    if (!(error instanceof StartError || error instanceof FlagError)) throw error
    process.stderr.write(`${program.name}: ${error.message}\n`)
    process.exit(2)
  }
}
