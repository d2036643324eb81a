import { UsageError } from './command.js'
import type { Options, ParsedArgs } from './flags.js'
import { escapeControls } from './show.js'

/** A command that calls the control API of a sandbox or a mock server. */
export interface ControlCommand {
  /** Words of the command: `payments approve`. */
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Name of the argument, if the command has one. */
  readonly argument?: string
  readonly options: Options
  readonly descriptions: Readonly<Record<string, string>>
  /** Path in the control API. The argument is encoded. */
  path(argument: string): string
  /** Body of the request. */
  body?(args: ParsedArgs, argument: string): object
}

const note = { options: { note: { type: 'string' } }, descriptions: { note: 'A note for the merchant.' } } as const
const none = { options: {}, descriptions: {} } as const

/** Returns the flags that are set, as members of a body. Digits are sent as a number. */
const pick = ({ flags }: ParsedArgs, names: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([flag]) => flags[flag] !== undefined)
      .map(([flag, member]) => [
        member,
        /^\d+(?:\.\d+)?$/.test(String(flags[flag])) ? Number(flags[flag]) : flags[flag],
      ]),
  )

/** Rejects a path that Git Bash has changed to a Windows path. */
function requirePath(args: ParsedArgs): ParsedArgs {
  const { path } = args.flags
  if (typeof path !== 'string' || path.startsWith('/')) return args
  const reason = /^[A-Za-z]:[\\/]/.test(path)
    ? ' Git Bash changes arguments that start with /: run the command with MSYS_NO_PATHCONV=1.'
    : ''
  throw new UsageError(`--path must start with /. Got ${escapeControls(path)}.${reason}`)
}

/** All control commands. @decision 0023 */
export const controlCommands: readonly ControlCommand[] = [
  ...(['approve', 'expire'] as const).map(
    (action): ControlCommand => ({
      name: `payments ${action}`,
      summary: action === 'approve' ? 'Approves a payment, as its buyer' : 'Lets a pending payment expire',
      method: 'POST',
      argument: 'REF',
      ...none,
      path: (ref) => `payments/${ref}/${action}`,
    }),
  ),
  {
    name: 'payments decline',
    summary: 'Declines a payment, as its buyer or network',
    method: 'POST',
    argument: 'REF',
    options: { code: { type: 'string' } },
    descriptions: { code: 'The failure, such as insufficient_funds. Default: payment_not_approved.' },
    path: (ref) => `payments/${ref}/decline`,
    body: (args) => pick(args, { code: 'code' }),
  },
  ...(['pay', 'reject'] as const).map(
    (action): ControlCommand => ({
      name: `refunds ${action}`,
      summary: action === 'pay' ? 'Pays a refund, as an operator' : 'Rejects a refund, as an operator',
      method: 'POST',
      argument: 'REF',
      ...note,
      path: (ref) => `refunds/${ref}/${action}`,
      body: ({ flags }) => (flags['note'] === undefined ? {} : { note: flags['note'] }),
    }),
  ),
  {
    name: 'clock advance',
    summary: 'Advances the clock of a sandbox that was started with a manual clock',
    method: 'POST',
    argument: 'PT5M',
    ...none,
    path: () => 'clock/advance',
    body: (_, by) => ({ by }),
  },
  {
    name: 'outcome',
    summary: 'Sets the outcome of the next payment: succeed, fail, or another scenario such as insufficient_funds',
    method: 'POST',
    argument: 'OUTCOME',
    options: { merchant: { type: 'string', default: 'demo' } },
    descriptions: { merchant: 'The merchant. Default: demo.' },
    path: () => 'outcomes',
    body: (_, outcome) => ({ outcome }),
  },
  {
    name: 'faults add',
    summary: 'Injects a fault into the next responses',
    method: 'POST',
    options: {
      method: { type: 'string' },
      path: { type: 'string' },
      nth: { type: 'string' },
      times: { type: 'string' },
      status: { type: 'string' },
      drop: { type: 'string' },
      'latency-ms': { type: 'string' },
      'after-commit': { type: 'boolean' },
    },
    descriptions: {
      method: 'Only requests with this HTTP method.',
      path: 'Only this path, or a prefix that ends with *.',
      nth: 'Only the nth matching request.',
      times: 'The number of faults. Default: unlimited.',
      status: 'Responds with 429, 500, 502, 503 or 504.',
      drop: 'Drops the connection: before, or after_commit.',
      'latency-ms': 'Delays the response.',
      'after-commit': 'With --status: the request takes effect first.',
    },
    path: () => 'faults',
    body: (args) => ({
      match: pick(requirePath(args), { method: 'method', path: 'path', nth: 'nth' }),
      fault: pick(args, { status: 'status', drop: 'drop', 'latency-ms': 'latency_ms', 'after-commit': 'after_commit' }),
      ...pick(args, { times: 'times' }),
    }),
  },
  { name: 'faults list', summary: 'Lists the faults', method: 'GET', ...none, path: () => 'faults' },
  { name: 'faults clear', summary: 'Removes all faults', method: 'DELETE', ...none, path: () => 'faults' },
]

/** Finds a command by its words. */
export const findControlCommand = (first: string, second: string | undefined): ControlCommand | undefined =>
  controlCommands.find(({ name }) => name === first || name === `${first} ${second}`)

/** Returns the verbs of the control commands of a resource. */
export const controlVerbs = (resource: string): readonly string[] =>
  controlCommands.flatMap(({ name }) => (name.startsWith(`${resource} `) ? [name.slice(resource.length + 1)] : []))

/** Returns the syntax of a command. */
export const formatControlUsage = ({ name, argument, options }: ControlCommand): string =>
  `cedi ${name}${argument ? ` ${argument}` : ''}${Object.keys(options)
    .map((flag) => ` [--${flag}]`)
    .join('')} [--json] [--url URL]`
