import { randomUUID } from 'node:crypto'
import { createClient, isApiError, type RequestDescription } from '@cedi/client'
import { type FetchLike, pages, send } from '@cedi/client/fetch'
import { nextPage } from '@cedi/client/response'
import { flagsOfBody, readBody } from '../body.js'
import { type Command, exitCodes, type Surroundings, UsageError } from '../command.js'
import { type Account, allowWrite, readAccount } from '../connection.js'
import { type Given, type Options, readFlags, textOf } from '../flags.js'
import { describeLicenseCheck } from '../license.js'
import type { Call } from '../operations.js'
import { at, description, nameOf, type OperationObject, resolve, type Schema, schemas } from '../schema.js'
import { jsonText, recordText, tableText, visible } from '../show.js'

type Request = RequestDescription<unknown>

const common: Options = {
  url: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
  curl: { type: 'boolean' },
}
const ofWrites: Options = {
  simulate: { type: 'boolean' },
  'idempotency-key': { type: 'string' },
  yes: { type: 'boolean' },
}

/** How a call is written. */
function usageOf({ resource, verb, parameters, row }: Call): string {
  const flags =
    row.method === 'POST' ? ' [--field value …]' : (row.query ?? []).map((name) => ` [--${name} TEXT]`).join('')
  return `cedi ${resource} ${verb}${parameters.map((name) => ` ${name.toUpperCase()}`).join('')}${flags}`
}

/** The form of the body that a call takes. */
function bodyOf({ row }: Call): Schema | undefined {
  if (row.method !== 'POST') return undefined
  return schemas[row.id === 'verifyLicense' ? 'LicenseCheckInput' : `${recordOf(row.id)}Input`]
}

/** The record that a call answers with: `createPayment` with a `Payment`. */
const recordOf = (id: string): string =>
  id === 'verifyLicense' ? 'LicenseCheck' : id.replace(/^[a-z]+/, '').replace(/^(Product|Order)s$/, '$1')

/** Every flag that a call accepts. The free names of a body are those that the command line has. */
export function flagsOf(call: Call, args: readonly string[] = []): Options {
  const schema = bodyOf(call)
  return {
    ...(schema && flagsOfBody(schema, args)),
    ...Object.fromEntries((call.row.query ?? []).map((name) => [name, { type: 'string' } as const])),
    ...(call.verb === 'list' && { all: { type: 'boolean' } }),
    ...(schema && call.row.scope !== null && ofWrites),
    ...common,
  }
}

/** One call of the API as a command: `cedi payments read REF`. */
export const operationCommand = (call: Call): Command => ({
  async run(args, around) {
    const schema = bodyOf(call)
    const given = readFlags(args, flagsOf(call, args), usageOf(call))
    const asked = { url: textOf(given, 'url'), profile: textOf(given, 'profile'), isPublic: call.row.scope === null }
    const account = readAccount(asked, around)
    const body = schema && (await readBody(schema, given, around))
    if (account.isLive && isCardTyped(given, body))
      throw new UsageError(
        'A real card number does not belong into a command line, where history keeps it. Use --data - and pipe it in.',
      )
    const described = describe(call, account, given, body)
    if (given.flags['curl']) {
      const { toCurl } = await import('@cedi/client/debug')
      around.write(`${toCurl(described)}\n`)
      return exitCodes.done
    }
    if (!(await mayGoOn(call, account, given, around))) return exitCodes.usage
    return answer(call, described, { given, around })
  },
})

function describe(call: Call, { baseUrl, apiKey }: Account, given: Given, body: unknown): Request {
  const { row, parameters } = call
  if (given.words.length !== parameters.length) throw new UsageError(`Usage: ${usageOf(call)}`)
  try {
    if (row.scope === null) return describeLicenseCheck(baseUrl, body)
    const isWrite = row.method === 'POST'
    return createClient({ baseUrl, apiKey }).request(
      `${row.method} ${row.path}` as string as `${string} /${string}`,
      {
        params: Object.fromEntries(parameters.map((name, at) => [name, given.words[at] as string])),
        query: Object.fromEntries((row.query ?? []).map((name) => [name, textOf(given, name)])),
        ...(isWrite && {
          body,
          simulate: given.flags['simulate'] === true,
          idempotencyKey: textOf(given, 'idempotency-key') ?? randomUUID(),
        }),
      } as never,
    )
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

async function mayGoOn({ row }: Call, account: Account, { flags }: Given, around: Surroundings): Promise<boolean> {
  if (row.method === 'GET' || row.scope === null) return true
  // Only there does the service state that simulating writes nothing.
  if (flags['simulate'] && row.id === 'createProduct') return true
  return allowWrite(account, { what: row.id, isAgreed: flags['yes'] === true }, around)
}

/** Whether the command line itself has a card: in flags, or in a whole body that was typed. */
function isCardTyped(given: Given, body: unknown): boolean {
  const data = textOf(given, 'data')
  const isTyped = data === undefined || !(data === '-' || data.startsWith('@'))
  return isTyped && typeof body === 'object' && body !== null && Object.hasOwn(body, 'card')
}

/** Sends it, and shows what came back. */
async function answer(
  call: Call,
  described: Request,
  { given, around }: { readonly given: Given; readonly around: Surroundings },
): Promise<number> {
  let link: Request | undefined
  const transport: FetchLike = async (url, init) => {
    const answered = await around.transport(url, init)
    link = nextPage(described, answered) as Request | undefined
    return answered
  }
  const options = { fetch: transport, retryWrites: true, signal: around.signal, maxPages: Number.POSITIVE_INFINITY }
  try {
    let data: unknown
    if (given.flags['all']) {
      data = await readAll(pages(described, options), around)
    } else data = await awaited(send(described, options), `${described.method} ${call.row.path}`, around)
    around.write(given.flags['json'] ? jsonText(data) : shown(call, data, around))
    const cursor = link && new URL(link.url).searchParams.get('cursor')
    if (cursor && !given.flags['all']) around.tell(`There are more: ${nextWords(cursor)}\n`)
    return exitCodes.done
  } catch (error) {
    if (!isApiError(error)) throw error
    const { isExplained } = await import('../errors.js')
    around.tell(`${visible(error.message)}\n${isExplained(error.code) ? `More: cedi help errors ${error.code}\n` : ''}`)
    if (!isOpen(error)) return exitCodes.refused
    const key = described.headers['Idempotency-Key']
    if (key && described.method === 'POST')
      around.tell(`To send the same again without doing it twice: --idempotency-key ${inShell(key)}\n`)
    return exitCodes.noAnswer
  }
}

/** Waits for an answer. When that takes long, the screen says for which. */
async function awaited<T>(sent: Promise<T>, what: string, { screen, environment }: Surroundings): Promise<T> {
  if (!screen.isTTY) return sent
  // It may fail while the line is loaded; then it fails below.
  sent.catch(() => {})
  const { progressOn } = await import('@cedi/mock-server/program')
  const { say, end } = progressOn(screen, { environment })
  say(`Waiting for the answer to ${what} …`)
  try {
    return await sent
  } finally {
    end()
  }
}

/** The records of every page. A long list takes a while, so the screen says how many there are so far. */
async function readAll(read: AsyncIterable<unknown>, { screen, environment }: Surroundings): Promise<unknown[]> {
  const { progressOn } = await import('@cedi/mock-server/program')
  const { say, end } = progressOn(screen, { environment })
  const all: unknown[] = []
  try {
    for await (const page of read) {
      for (const one of [page].flat()) all.push(one)
      say(`Reading every page: ${all.length} records so far …`)
    }
  } finally {
    end()
  }
  return all
}

/** Whether it is open what the service did: no answer came, or a failure of the service or of a proxy before it. */
const isOpen = ({ status, code }: { readonly status: number; readonly code: string }): boolean =>
  status === 0 || status >= 500 || code === 'invalid_response'

const inShell = (text: string): string => (/^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** The words that give the next page. A cursor is a text of the service, and people copy this line into a shell. */
const nextWords = (cursor: string): string =>
  /^[\w.~+/=:-]+$/.test(cursor) ? `add --cursor '${cursor}', or --all.` : 'add --all.'

function shown({ row }: Call, data: unknown, { columns }: Surroundings): string {
  const schema = schemas[recordOf(row.id)] ?? {}
  if (!Array.isArray(data)) return recordText(data, schema)
  return data.length === 0 ? 'There are none.\n' : tableText(data, schema, columns)
}

/** The help of a call: what it does, what it needs, and every field. */
export function operationHelp(call: Call): string {
  const { row } = call
  const path = description.paths[row.path] ?? description['x-public-surfaces']?.paths[row.path]
  const { summary = row.id } = (path?.[row.method.toLowerCase()] ?? {}) as OperationObject
  const schema = bodyOf(call)
  const required = new Set(schema?.required)
  const fields = Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const own = resolve(field)
    const inner = own.enum ?? Object.keys(own.properties ?? {})
    const words = inner.length > 0 ? ` (${inner.join(', ')})` : ''
    const flag =
      typeof own.additionalProperties === 'object' ? `--${name}.NAME` : own.properties ? `--${name}.…` : `--${name}`
    return `  ${flag.padEnd(22)} ${own.description ?? nameOf(field) ?? ''}${words}${required.has(name) ? ' Needed.' : ''}\n`
  })
  const flags = [
    ...fields,
    ...(schema ? [`  ${'--data JSON|@FILE|-'.padEnd(22)} The whole body instead of these.\n`] : []),
    ...(row.query ?? []).map((name) => `  ${`--${name}`.padEnd(22)} ${parameterText(row.path, name)}\n`),
    ...(call.verb === 'list' ? [`  ${'--all'.padEnd(22)} Every page.\n`] : []),
    ...(schema && row.scope
      ? [
          `  ${'--simulate'.padEnd(22)} Answers, and writes nothing. The service states it for products.\n`,
          `  ${'--idempotency-key KEY'.padEnd(22)} One per purchase; a new one when left out.\n`,
          `  ${'--yes'.padEnd(22)} Do not ask when the key is live.\n`,
        ]
      : []),
    `  ${'--json'.padEnd(22)} Prints JSON.\n  ${'--curl'.padEnd(22)} Prints the request without the key, and sends nothing.\n`,
    `  ${'--url, --profile'.padEnd(22)} Which service; see cedi help.\n`,
  ]
  const scope = row.scope ? `The key needs the scope ${row.scope}.` : 'It needs no key.'
  return `${summary}: ${row.method} ${row.path}. ${scope}\n\n  ${usageOf(call)}\n\n${flags.join('')}`
}

function parameterText(path: string, name: string): string {
  const listed = description.paths[path]?.['get']?.parameters ?? []
  const found = listed
    .map((one) => (one.$ref ? (at(description, one.$ref) as { name: string; description?: string }) : one))
    .find((one) => one.name === name) as { readonly description?: string } | undefined
  return found?.description ?? ''
}
