import { errorStatus, failureMeaning } from '@cedi/contract/generated/errors'
import { nearest } from '@cedi/contract/nearest'
import { type Command, exitCodes, UsageError } from '../command.js'
import { calls, callsOf } from '../operations.js'
import { description } from '../schema.js'
import { operationHelp } from './operation.js'

/** The first page. */
export const helpText = (): string => `cedi: payments in Ghana cedis from your terminal

  cedi sandbox [options]       the whole service on this machine, with pages
  cedi mock [options]          the API alone, for tests
  cedi listen --to URL         posts each change of a payment to your server while you develop
  cedi compare URL             holds a running service against the contract; writes nothing
  cedi profile [NAME] --url URL   keeps an address and its key for you alone
  cedi completion bash|zsh|fish   completes all of this
  cedi help errors [CODE]      what an error means, and what to do
  cedi help RESOURCE VERB      every flag of a call

Calls of the API:
${[...new Set(calls.map(({ resource }) => resource))]
  .map(
    (resource) =>
      `  cedi ${resource.padEnd(18)} ${callsOf(resource)
        .map(({ verb }) => verb)
        .join(', ')}\n`,
  )
  .join('')}
Which service: --url, CEDI_BASE_URL, or a profile (--profile, CEDI_PROFILE); the sandbox on this machine when there is none.
The key: CEDI_API_KEY or the profile, never a flag.
Ends with 0 done, 1 the service said no, 2 given wrong, 3 no answer came, 4 compare found differences.
`

/** What is known of an error code: its status, when it comes, and an example. */
function errorText(code: string): string {
  const found = examplesOf(code)
  const status = (errorStatus as Readonly<Record<string, number>>)[code]
  const reason = (failureMeaning as Readonly<Record<string, string>>)[code]
  const lines = [
    ...(status ? [`${code} (HTTP ${status})`] : [code]),
    ...(found.summary ? [found.summary] : []),
    ...(found.message ? [`Such as: ${found.message}`] : []),
    ...(reason ? [`As the failure of a payment: ${reason}`] : []),
    ...(status
      ? [
          isRetried(status)
            ? 'It may pass: reads are sent again by themselves, writes with their Idempotency-Key.'
            : 'Sending the same again changes nothing.',
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

const isRetried = (status: number): boolean => [408, 409, 429].includes(status) || status >= 500

/** The summary and the message of the first example with a code. */
function examplesOf(code: string): { readonly summary?: string; readonly message?: string } {
  let found: { readonly summary?: string; readonly message?: string } = {}
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || found.message) return
    const { summary, value: example } = value as {
      summary?: string
      value?: { error?: { code?: string; message?: string } }
    }
    if (example?.error?.code === code) found = { ...(summary && { summary }), message: example.error.message ?? '' }
    else for (const inner of Object.values(value)) walk(inner)
  }
  walk(description)
  return found
}

/** `cedi help`, `cedi help errors CODE`, `cedi help payments create`. */
export const help: Command = {
  async run([topic, word], around) {
    if (topic === undefined) around.write(helpText())
    else if (topic === 'errors') around.write(word === undefined ? listOfErrors() : explain(word))
    else {
      const call = callsOf(topic).filter(({ verb }) => word === undefined || verb === word)
      if (call.length === 0)
        throw new UsageError(`There is no help for "${[topic, word].filter(Boolean).join(' ')}". See cedi help.`)
      around.write(call.map(operationHelp).join('\n'))
    }
    return exitCodes.done
  },
}

const known = (): readonly string[] => [...new Set([...Object.keys(errorStatus), ...Object.keys(failureMeaning)])]

function explain(code: string): string {
  if (known().includes(code)) return errorText(code)
  const meant = nearest(code, known())
  throw new UsageError(
    `There is no error code ${code}. ${meant ? `Did you mean ${meant}?` : 'cedi help errors lists them.'}`,
  )
}

function listOfErrors(): string {
  const width = Math.max(...known().map((code) => code.length))
  return known()
    .map((code) => {
      const status = (errorStatus as Readonly<Record<string, number>>)[code]
      const text = examplesOf(code).summary ?? (failureMeaning as Readonly<Record<string, string>>)[code] ?? ''
      return `${code.padEnd(width)}  ${String(status ?? '').padEnd(3)}  ${text}\n`
    })
    .join('')
}
