#!/usr/bin/env node
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { OpenStore } from './open-store.js'
import type { MockServerOptions } from './options.js'
import { parseRateLimit } from './rate-limit.js'
import type { LoggedRequest } from './request-log.js'

const help = `cedi-mock: the whole Cedi service on your machine, with a real ledger and test money

  cedi-mock [options]              start it
  cedi-mock curl [COUNT]           the last requests of a running one, as curl lines
  cedi-mock replay [REQUEST_ID]    send a request again, the last one when none is named
  cedi-mock completion bash|zsh    eval "$(cedi-mock completion bash)" completes all of this

  --port N                 the port to listen on; 0 takes a free one        (4010)
  --host NAME              the address to listen on                         (127.0.0.1)
  --seed demo|empty|FILE   what is there at the start                       (demo)
  --clock real|manual      manual stands still until it is moved on         (real)
  --default-outcome NAME   succeed, fail or pending                         (succeed)
  --approval-delay MS      how long a buyer takes to approve on the phone   (2000)
  --rate-limit N/Ss        such as 100/60s                                  (none)
  --control-token TEXT     what X-Mock-Token must say to use /__mock
  --log                    print each request
  --log-format text|json   print each request as a line to read, or as JSON to collect
  --json                   print one line of JSON when ready, nothing else
  --data-dir DIR           keep everything in a folder, by PGlite           (memory)
  --database-url URL       keep everything in PostgreSQL; several servers may share it, with one CEDI_SECRET
                           in the environment. CEDI_DATABASE_URL does the same out of sight
  --url URL                which server curl and replay speak to            (http://127.0.0.1:4010)
  --help, --version

  First steps:
    1. cedi-mock --log                in one terminal: each request is a line
    2. the curl line below            in another: products of the demo shop
    3. the portal link that it prints a merchant's view: issue a key, look at payments
    Phones that end in 789 pay, 039 decline, 049 have no funds, 129 wait for ever.

  Try it:
    curl -H 'Authorization: Bearer sk_test_all' http://127.0.0.1:4010/api/v1/products?limit=5
`

/** Says what is wrong in one line and ends. */
function fail(line: string): never {
  process.stderr.write(`cedi-mock: ${line}\n`)
  process.exit(2)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: 'http://127.0.0.1:4010' },
        port: { type: 'string', default: '4010' },
        host: { type: 'string', default: '127.0.0.1' },
        seed: { type: 'string', default: 'demo' },
        clock: { type: 'string', default: 'real' },
        'default-outcome': { type: 'string', default: 'succeed' },
        'approval-delay': { type: 'string', default: '2000' },
        'rate-limit': { type: 'string' },
        'control-token': { type: 'string' },
        'data-dir': { type: 'string' },
        'database-url': { type: 'string' },
        log: { type: 'boolean', default: false },
        'log-format': { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return fail(`${(error as Error).message.split('. ')[0]}. See cedi-mock --help.`)
  }
}

function wholeNumber(text: string, flag: string, most: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > most)
    fail(`${flag} must be a whole number from 0 to ${most}, not "${text}".`)
  return Number(text)
}

function oneOf<Word extends string>(text: string, flag: string, words: readonly Word[]): Word {
  if (!(words as readonly string[]).includes(text)) fail(`${flag} must be ${words.join(' or ')}, not "${text}".`)
  return text as Word
}

async function readSeed(seed: string): Promise<NonNullable<MockServerOptions['seed']>> {
  if (seed === 'demo' || seed === 'empty') return seed
  const { parseSeed } = await import('./seed.js')
  try {
    return parseSeed(JSON.parse(readFileSync(seed, 'utf8')))
  } catch (error) {
    return fail(`--seed ${seed}: ${(error as Error).message}`)
  }
}

/** Loaded when it is asked for: most servers keep nothing. */
async function openPlace(dataDir: string | undefined, url: string | undefined): Promise<OpenStore | undefined> {
  const { CEDI_DATABASE_URL, CEDI_SECRET } = process.env
  const databaseUrl = url ?? (dataDir === undefined ? CEDI_DATABASE_URL : undefined)
  if (dataDir === undefined && databaseUrl === undefined) return undefined
  const { openStore, PlaceError } = await import('./open-store.js')
  return openStore({ dataDir, databaseUrl, secret: CEDI_SECRET }).catch((error) => {
    if (error instanceof PlaceError) return fail(error.message)
    throw error
  })
}

/** Green, yellow and red where a terminal shows them; nothing depends on it. */
const tinted = (status: number): string => {
  const isPlain = !process.stdout.isTTY || process.env.NO_COLOR
  return isPlain ? `${status}` : `\x1b[${status < 300 ? 32 : status < 500 ? 33 : 31}m${status}\x1b[0m`
}

const line = ({ method, path, query, status, code, at }: LoggedRequest): string =>
  `${at.slice(11, 19)}  ${tinted(status)}  ${method.padEnd(4)} ${path}${query ? `?${query}` : ''}${code ? `  ${code}` : ''}\n`

/** What a collector of logs wants to know; headers and bodies stay with `GET /__mock/requests`. */
const jsonLine = ({ at, request_id, method, path, query, operation, merchant, status, code }: LoggedRequest): string =>
  `${JSON.stringify({ at, request_id, method, path, query, operation, merchant, status, code })}\n`

/** Speaks to a server that runs already. */
async function runCommand(
  [name, argument, ...more]: readonly string[],
  url: string,
  controlToken?: string,
): Promise<void> {
  const { CommandError, completionCommand, curlCommand, replayCommand } = await import('./cli-commands.js')
  const apiKey = process.env.CEDI_API_KEY ?? 'sk_test_all'
  const running = { url: url.replace(/\/+$/, ''), controlToken, apiKey }
  try {
    if (more.length > 0) fail(`${more[0]} is one word too many. See cedi-mock --help.`)
    if (name === 'completion') process.stdout.write(completionCommand(argument))
    else if (name === 'replay') process.stdout.write(await replayCommand(running, argument))
    else if (name === 'curl')
      process.stdout.write(
        await curlCommand(running, argument === undefined ? 10 : wholeNumber(argument, 'COUNT', 1000)),
      )
    else fail(`There is no command "${name}". See cedi-mock --help.`)
  } catch (error) {
    if (error instanceof CommandError) fail(error.message)
    throw error
  }
}

async function main(): Promise<void> {
  const { values: given, positionals } = readArguments()
  if (given.help) return void process.stdout.write(help)
  if (given.version) {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    return void process.stdout.write(`${version}\n`)
  }
  if (positionals.length > 0) return runCommand(positionals, given.url, given['control-token'])
  const rateLimit = given['rate-limit'] === undefined ? undefined : parseRateLimit(given['rate-limit'])
  if (given['rate-limit'] !== undefined && !rateLimit)
    fail(`--rate-limit must be like 100/60s, not "${given['rate-limit']}".`)

  const { createMockServer } = await import('./mock-server.js')
  const token = given['control-token']
  if (token === '') fail('--control-token must not be empty.')
  const isNear = /^(?:localhost|::1|127\..*)$/.test(given.host)
  const format = given['log-format'] ?? (given.log ? 'text' : undefined)
  const shown = format && { text: line, json: jsonLine }[oneOf(format, '--log-format', ['text', 'json'])]
  const seed = await readSeed(given.seed)
  const clock = oneOf(given.clock, '--clock', ['real', 'manual'])
  const defaultOutcome = oneOf(given['default-outcome'], '--default-outcome', ['succeed', 'fail', 'pending'])
  const approvalDelayMs = wholeNumber(given['approval-delay'], '--approval-delay', 3_600_000)
  const port = wholeNumber(given.port, '--port', 65_535)
  // Last: a flag that is refused leaves no folder and no tables behind.
  const kept = await openPlace(given['data-dir'], given['database-url'])
  const mock = createMockServer({
    seed,
    clock,
    defaultOutcome,
    approvalDelayMs,
    ...(rateLimit ? { rateLimit } : {}),
    ...(token === undefined ? {} : { control: { token } }),
    // Others who reach it must not be able to work out the keys that it makes.
    ...(kept || !isNear ? { secret: kept?.secret ?? randomBytes(32).toString('hex') } : {}),
    ...(kept ? { store: kept.store } : {}),
    ...(shown && !given.json ? { onRequest: (request) => void process.stdout.write(shown(request)) } : {}),
  })
  const listening = await mock.listen(port, given.host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      return fail(`Port ${port} is taken. Choose another with --port, or let --port 0 find a free one.`)
    if (error.code === 'EACCES') return fail(`Port ${port} needs more rights. Choose one above 1023 with --port.`)
    if (error instanceof TypeError) return fail(`--seed ${given.seed}: ${error.message}`)
    return fail(`It cannot listen on ${given.host}:${port}: ${error.message}`)
  })
  const { url } = listening
  const invite = async (door: string) => {
    const invitation = (await mock.control('POST', `${door}/invitations`)) as { url: string }
    // On a host such as 0.0.0.0 the server does not know its own name, and this program shows one.
    return url + new URL(invitation.url).pathname
  }
  const [portalUrl, operatorUrl] = [await invite('portal'), await invite('operator')]
  const links = { url, apiKey: 'sk_test_all', portalUrl, operatorUrl }
  process.stdout.write(given.json ? `${JSON.stringify(links)}\n` : ready(links))

  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // A second signal does not wait.
      if (stopping) process.exit(1)
      stopping = true
      listening
        .close()
        .then(() => kept?.close())
        .then(() => process.exit(0))
    })
}

const ready = ({ url, portalUrl, operatorUrl }: Readonly<Record<string, string>>): string => `
  Cedi mock server   ${url}

  API key            sk_test_all            every scope, the demo shop
                     sk_test_<any name>     a merchant of its own
  Description        ${url}/api/v1/openapi.json
  Control            ${url}/__mock/…        approve, decline, pay refunds, faults, clock

  Each of these opens its door once:
  Portal             ${portalUrl}
  Operator desk      ${operatorUrl}

  Phones that end in 789 pay after 2 seconds · 039 declined · 049 no funds · 079 expires · 129 waits for ever
  Cards 4242 4242 4242 4242 pays · 4000 0000 0000 0002 declined · 4000 0025 0000 3155 asks the bank

  Try   curl -H 'Authorization: Bearer sk_test_all' '${url}/api/v1/products?limit=5'

  Ctrl+C stops it.

`

await main()
