import { randomUUID } from 'node:crypto'
import { isApiError, type RequestDescription } from '@cedi/client'
import { type FetchLike, pages, send } from '@cedi/client/fetch'
import { nextPage } from '@cedi/client/response'
import { bodyFlags, readBody } from '../body.js'
import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import { type Account, confirmLiveWrite, createServiceClient, describeProxy, readAccount } from '../connection.js'
import { type Options, type ParsedArgs, readFlags, stringFlag } from '../flags.js'
import { describeLicenseCheck } from '../license.js'
import type { Call } from '../operations.js'
import { at, description, getSchemaName, type OperationObject, resolve, type Schema, schemas } from '../schema.js'
import { escapeControls, formatJson, formatRecord, formatTable } from '../show.js'

type Request = RequestDescription<unknown>

const commonFlags: Options = {
  url: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
  curl: { type: 'boolean' },
}
const writeFlags: Options = {
  simulate: { type: 'boolean' },
  'idempotency-key': { type: 'string' },
  yes: { type: 'boolean' },
}

/** Returns the usage line of an operation. */
function formatUsage({ resource, verb, parameters, row }: Call): string {
  const flags =
    row.method === 'POST' ? ' [--field value …]' : (row.query ?? []).map((name) => ` [--${name} TEXT]`).join('')
  return `cedi ${resource} ${verb}${parameters.map((name) => ` ${name.toUpperCase()}`).join('')}${flags}`
}

/** Returns the schema of an operation's body. */
function findBodySchema({ row }: Call): Schema | undefined {
  if (row.method !== 'POST') return undefined
  return schemas[row.id === 'verifyLicense' ? 'LicenseCheckInput' : `${getRecordName(row.id)}Input`]
}

/** Returns the name of the record that an operation returns: `Payment` for `createPayment`. */
const getRecordName = (id: string): string =>
  id === 'verifyLicense' ? 'LicenseCheck' : id.replace(/^[a-z]+/, '').replace(/^(Product|Order)s$/, '$1')

/** Returns the flags of an operation. `args` supplies the arbitrary field names, such as those of `metadata`. */
export function listFlags(call: Call, args: readonly string[] = []): Options {
  const schema = findBodySchema(call)
  return {
    ...(schema && bodyFlags(schema, args)),
    ...Object.fromEntries((call.row.query ?? []).map((name) => [name, { type: 'string' } as const])),
    ...(call.verb === 'list' && { all: { type: 'boolean' } }),
    ...(schema && call.row.scope !== null && writeFlags),
    ...commonFlags,
  }
}

/** Creates the command for an API operation: `cedi payments read REF`. */
export const operationCommand = (call: Call): Command => ({
  async run(args, context) {
    const schema = findBodySchema(call)
    const parsedArgs = readFlags(args, listFlags(call, args), formatUsage(call))
    const accountOptions = {
      url: stringFlag(parsedArgs, 'url'),
      profile: stringFlag(parsedArgs, 'profile'),
      isPublic: call.row.scope === null,
    }
    const account = readAccount(accountOptions, context)
    const body = schema && (await readBody(schema, parsedArgs, context))
    if (account.isLive && hasCardOnCommandLine(parsedArgs, body))
      throw new UsageError(
        'A real card number must not be on the command line, because the shell history stores it. Use --data - and a pipe.',
      )
    const request = describe(call, account, parsedArgs, body)
    if (parsedArgs.flags['curl']) {
      const { toCurl } = await import('@cedi/client/debug')
      // The body is JSON, in which the escapes keep their meaning.
      context.write(`${escapeControls(toCurl(request))}\n`)
      return exitCodes.success
    }
    if (!(await confirmWrite(call, account, parsedArgs, context))) return exitCodes.usage
    return sendAndPrint(call, request, { parsedArgs, context })
  },
})

function describe(call: Call, account: Account, parsedArgs: ParsedArgs, body: unknown): Request {
  const { row, parameters } = call
  if (parsedArgs.words.length !== parameters.length) throw new UsageError(`Usage: ${formatUsage(call)}`)
  try {
    if (row.scope === null) return describeLicenseCheck(account, body)
    const isWrite = row.method === 'POST'
    return createServiceClient(account).request(
      `${row.method} ${row.path}` as string as `${string} /${string}`,
      {
        params: Object.fromEntries(parameters.map((name, index) => [name, parsedArgs.words[index] as string])),
        query: Object.fromEntries((row.query ?? []).map((name) => [name, stringFlag(parsedArgs, name)])),
        ...(isWrite && {
          body,
          simulate: parsedArgs.flags['simulate'] === true,
          idempotencyKey: stringFlag(parsedArgs, 'idempotency-key') ?? randomUUID(),
        }),
      } as never,
    )
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

async function confirmWrite(
  { row }: Call,
  account: Account,
  { flags }: ParsedArgs,
  context: CliContext,
): Promise<boolean> {
  if (row.method === 'GET' || row.scope === null) return true
  // The service documents simulation for products only.
  if (flags['simulate'] && row.id === 'createProduct') return true
  return confirmLiveWrite(account, { label: row.id, isConfirmed: flags['yes'] === true }, context)
}

/** Returns whether the command line contains a card, in flags or in `--data`. */
function hasCardOnCommandLine(parsedArgs: ParsedArgs, body: unknown): boolean {
  const data = stringFlag(parsedArgs, 'data')
  const isTyped = data === undefined || !(data === '-' || data.startsWith('@'))
  return isTyped && typeof body === 'object' && body !== null && Object.hasOwn(body, 'card')
}

/** Sends the request and prints the result. */
async function sendAndPrint(
  call: Call,
  request: Request,
  { parsedArgs, context }: { readonly parsedArgs: ParsedArgs; readonly context: CliContext },
): Promise<number> {
  let link: Request | undefined
  const transport: FetchLike = async (url, init) => {
    const response = await context.transport(url, init)
    link = nextPage(request, response) as Request | undefined
    return response
  }
  const options = { fetch: transport, retryWrites: true, signal: context.signal }
  const retryHint = formatRetryHint(request)
  try {
    let data: unknown
    if (parsedArgs.flags['all']) {
      data = await readAll(pages(request, { ...options, maxPages: Number.POSITIVE_INFINITY }), context)
    } else data = await withProgress(send(request, options), `${request.method} ${call.row.path}`, context)
    context.write(parsedArgs.flags['json'] ? formatJson(data) : formatRecords(call, data, context), retryHint)
    const cursor = link && new URL(link.url).searchParams.get('cursor')
    if (cursor && !parsedArgs.flags['all']) context.log(`There are more: ${formatNextPageHint(cursor)}\n`)
    return exitCodes.success
  } catch (error) {
    if (!isApiError(error)) throw error
    const { isExplained } = await import('../errors.js')
    context.log(
      `${escapeControls(error.message)}\n${isExplained(error.code) ? `See: cedi help errors ${error.code}\n` : ''}`,
    )
    if (error.status === 0) context.log(describeProxy(request.url, context))
    if (!isResultUnknown(error)) return exitCodes.rejected
    context.log(retryHint)
    return exitCodes.unknownResult
  }
}

/** Returns the flag that repeats a write safely; empty for a request without an idempotency key. */
function formatRetryHint({ headers }: Request): string {
  const key = headers['Idempotency-Key']
  return key ? `To retry safely, repeat the command with --idempotency-key ${quoteForShell(key)}\n` : ''
}

/** Waits for a response, with a progress line if it takes long. */
async function withProgress<T>(pending: Promise<T>, label: string, { screen, environment }: CliContext): Promise<T> {
  if (!screen.isTTY) return pending
  // Prevents an unhandled rejection while the import loads. The error is thrown below.
  pending.catch(() => {})
  const { progressOn } = await import('@cedi/sandbox/cli')
  const { show, end } = progressOn(screen, { environment })
  show(`Waiting for the response to ${label} …`)
  try {
    return await pending
  } finally {
    end()
  }
}

/** Reads the records of all pages, with a progress line. */
async function readAll(read: AsyncIterable<unknown>, { screen, environment }: CliContext): Promise<unknown[]> {
  const { progressOn } = await import('@cedi/sandbox/cli')
  const { show, end } = progressOn(screen, { environment })
  const all: unknown[] = []
  try {
    for await (const page of read) {
      for (const one of [page].flat()) all.push(one)
      show(`Reading every page: ${all.length} records so far …`)
    }
  } finally {
    end()
  }
  return all
}

/** Returns whether the result is unknown: no response, or an error of the service or of a proxy. */
const isResultUnknown = ({ status, code }: { readonly status: number; readonly code: string }): boolean =>
  status === 0 || status >= 500 || code === 'invalid_response'

const quoteForShell = (text: string): string => (/^[\w.:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** Describes how to read the next page. Users copy this line into a shell, so an unsafe cursor is omitted. */
const formatNextPageHint = (cursor: string): string =>
  /^[\w.~+/=:-]+$/.test(cursor) ? `add --cursor '${cursor}', or --all.` : 'add --all.'

function formatRecords({ row }: Call, data: unknown, { columns }: CliContext): string {
  const schema = schemas[getRecordName(row.id)] ?? {}
  if (!Array.isArray(data)) return formatRecord(data, schema)
  return data.length === 0 ? 'No records.\n' : formatTable(data, schema, columns)
}

/** Returns the help of an operation. */
export function formatOperationHelp(call: Call): string {
  const { row } = call
  const path = description.paths[row.path] ?? description['x-public-surfaces']?.paths[row.path]
  const { summary = row.id } = (path?.[row.method.toLowerCase()] ?? {}) as OperationObject
  const schema = findBodySchema(call)
  const required = new Set(schema?.required)
  const fields = Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const fieldSchema = resolve(field)
    const inner = fieldSchema.enum ?? Object.keys(fieldSchema.properties ?? {})
    const words = inner.length > 0 ? ` (${inner.join(', ')})` : ''
    const flag =
      typeof fieldSchema.additionalProperties === 'object'
        ? `--${name}.NAME`
        : fieldSchema.properties
          ? `--${name}.…`
          : `--${name}`
    return `  ${flag.padEnd(22)} ${fieldSchema.description ?? getSchemaName(field) ?? ''}${words}${required.has(name) ? ' Required.' : ''}\n`
  })
  const flags = [
    ...fields,
    ...(schema ? [`  ${'--data JSON|@FILE|-'.padEnd(22)} The whole body, instead of the flags above.\n`] : []),
    ...(row.query ?? []).map((name) => `  ${`--${name}`.padEnd(22)} ${describeParameter(row.path, name)}\n`),
    ...(call.verb === 'list' ? [`  ${'--all'.padEnd(22)} Reads all pages.\n`] : []),
    ...(schema && row.scope
      ? [
          `  ${'--simulate'.padEnd(22)} Responds without writing. The service documents this for products only.\n`,
          `  ${'--idempotency-key KEY'.padEnd(22)} One key per purchase. Default: a new key.\n`,
          `  ${'--yes'.padEnd(22)} Writes with a live key without asking for confirmation.\n`,
        ]
      : []),
    `  ${'--json'.padEnd(22)} Prints JSON.\n  ${'--curl'.padEnd(22)} Prints a curl command without the key, and sends nothing.\n`,
    `  ${'--url, --profile'.padEnd(22)} The service; see cedi help.\n`,
  ]
  const scope = row.scope ? `Required scope: ${row.scope}.` : 'No key required.'
  return `${summary}: ${row.method} ${row.path}. ${scope}\n\n  ${formatUsage(call)}\n\n${flags.join('')}`
}

function describeParameter(path: string, name: string): string {
  const parameters = description.paths[path]?.['get']?.parameters ?? []
  const found = parameters
    .map((parameter) =>
      parameter.$ref ? (at(description, parameter.$ref) as { name: string; description?: string }) : parameter,
    )
    .find((item) => item.name === name) as { readonly description?: string } | undefined
  return found?.description ?? ''
}
