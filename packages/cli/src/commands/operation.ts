import { randomUUID } from 'node:crypto'
import { isApiError, type RequestDescription } from '@cedi/client'
import { type FetchLike, pages, send } from '@cedi/client/fetch'
import { request, verifyLicense } from '@cedi/client/operations'
import { nextPage } from '@cedi/client/result'
import { flagsOfBody, readBody } from '../body.js'
import { type Command, exitCodes, type Surroundings, UsageError } from '../command.js'
import { type Account, allowWrite, readAccount } from '../connection.js'
import { type Given, type Options, readFlags, textOf } from '../flags.js'
import type { Call } from '../operations.js'
import { at, description, nameOf, type OperationObject, resolve, type Schema, schemas } from '../schema.js'
import { recordText, tableText } from '../show.js'

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
export function bodyOf({ row }: Call): Schema | undefined {
  if (row.method !== 'POST') return undefined
  return schemas[row.id === 'verifyLicense' ? 'LicenseCheckInput' : `${recordOf(row.id)}Input`]
}

/** The record that a call answers with: `createPayment` with a `Payment`. */
const recordOf = (id: string): string =>
  id === 'verifyLicense' ? 'LicenseCheck' : id.replace(/^[a-z]+/, '').replace(/^(Product|Order)s$/, '$1')

/** One call of the API as a command: `cedi payments read REF`. */
export const operationCommand = (call: Call): Command => ({
  async run(args, around) {
    const schema = bodyOf(call)
    const queries = Object.fromEntries((call.row.query ?? []).map((name) => [name, { type: 'string' } as const]))
    const isList = call.verb === 'list'
    const given = readFlags(
      args,
      {
        ...common,
        ...queries,
        ...(isList && { all: { type: 'boolean' } }),
        ...(schema && call.row.id !== 'verifyLicense' && ofWrites),
        ...(schema && flagsOfBody(schema, args)),
      },
      usageOf(call),
    )
    const account = readAccount({ url: textOf(given, 'url'), profile: textOf(given, 'profile') }, around)
    const described = describe(call, account, given, schema && (await readBody(schema, given, around)))
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
    if (row.scope === null) return verifyLicense({ baseUrl }, body as never)
    const isWrite = row.method === 'POST'
    return request(
      { baseUrl, apiKey },
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
  if (row.method === 'GET' || row.scope === null || flags['simulate']) return true
  const isGiven = Object.keys(flags).some((name) => name.startsWith('card.'))
  if (account.isLive && isGiven)
    throw new UsageError(
      'A real card number does not belong into a command line, where history keeps it. Use --data - and pipe it in.',
    )
  return allowWrite(account, { what: row.id, isAgreed: flags['yes'] === true }, around)
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
  const options = { fetch: transport, retryWrites: true, signal: around.signal }
  try {
    let data: unknown
    if (given.flags['all']) {
      const all: unknown[] = []
      for await (const page of pages(described, options)) all.push(...(page as unknown[]))
      data = all
    } else data = await send(described, options)
    around.write(given.flags['json'] ? `${JSON.stringify(data, null, 2)}\n` : shown(call, data, around))
    const cursor = link && new URL(link.url).searchParams.get('cursor')
    if (cursor && !given.flags['all']) around.tell(`There are more: add --cursor '${cursor}', or --all.\n`)
    return exitCodes.done
  } catch (error) {
    if (!isApiError(error)) throw error
    around.tell(`${refusalText(error)}\n`)
    if (error.status > 0) return exitCodes.refused
    const key = described.headers['Idempotency-Key']
    if (key && described.method === 'POST')
      around.tell(`To send the same again without doing it twice: --idempotency-key ${key}\n`)
    return exitCodes.noAnswer
  }
}

const refusalText = (error: { readonly message: string; readonly status: number; readonly code: string }): string =>
  error.status > 0 ? `${error.message}\nMore: cedi help errors ${error.code}` : error.message

function shown({ row }: Call, data: unknown, { columns }: Surroundings): string {
  const schema = schemas[recordOf(row.id)] ?? {}
  if (!Array.isArray(data)) return recordText(data as Record<string, unknown>, schema)
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
    const words = own.enum ? ` (${own.enum.join(', ')})` : ''
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
