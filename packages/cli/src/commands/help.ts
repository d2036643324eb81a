import { type BuiltinCommand, builtinCommands } from '../builtin-commands.js'
import { type Command, exitCodes, UsageError } from '../command.js'
import { type ControlCommand, controlCommands, formatControlUsage } from '../control-commands.js'
import { explain, listErrors } from '../errors.js'
import { calls, callsFor } from '../operations.js'
import { formatOperationHelp } from './operation.js'

/** Returns the overview. */
export const formatOverview = (): string => `cedi: payments in Ghana cedis from your terminal

  cedi sandbox [options]       the whole service on this machine, with pages
  cedi mock [options]          the API alone, for tests
  cedi listen --to URL         posts each change of a payment to your server while you develop
  cedi mcp                     lets an assistant use a sandbox: payments, clock, faults, ledger
  cedi compare URL             checks a running service against the contract; writes nothing
  cedi examine URL --shop FILE   examines your shop with failed payments and forged requests
  cedi logs --follow           prints the requests that a sandbox or a mock server receives
  cedi new EXAMPLE [FOLDER]    copies an example into a new folder; lists the examples without a name
  cedi doctor                  checks this machine, the URL, the key and the service
  cedi profile [NAME] --url URL   stores a URL and its key in a file that only you can read
  cedi completion bash|zsh|fish   prints a completion script
  cedi help errors [CODE]      explains an error code
  cedi help RESOURCE VERB      lists the flags of an API call; for other commands: cedi help listen

API calls:
${[...new Set(calls.map(({ resource }) => resource))]
  .map(
    (resource) =>
      `  cedi ${resource.padEnd(18)} ${callsFor(resource)
        .map(({ verb }) => verb)
        .join(', ')}\n`,
  )
  .join('')}
Drive a sandbox or a mock server (CEDI_CONTROL_TOKEN: its control token):
${controlCommands.map((command) => `  cedi ${`${command.name} ${command.argument ?? ''}`.padEnd(24)} ${command.summary}\n`).join('')}
Service: --url, CEDI_URL, or a profile (--profile, CEDI_PROFILE). Default: the local sandbox.
Key: CEDI_API_KEY or the profile, never a flag.
Exit codes: 0 success, 1 rejected by the service, 2 wrong command or flag, 3 result unknown, 4 compare or examine found a fault.
`

const formatBuiltinHelp = ({ summary, usage, descriptions, environment = {} }: BuiltinCommand): string =>
  `${summary}.\n\n  ${usage}\n\n${[
    ...Object.entries(descriptions).map(([name, text]) => [`--${name}`, text] as const),
    ...Object.entries(environment),
  ]
    .map(([name, text]) => `  ${name.padEnd(22)} ${text}\n`)
    .join('')}`

const formatControlHelp = (command: ControlCommand): string =>
  formatBuiltinHelp({ ...command, usage: formatControlUsage(command) })

/** Prints help: `cedi help`, `cedi help errors CODE`, `cedi help payments create`. */
export const help: Command = {
  async run([topic, word], context) {
    if (topic === undefined) context.write(formatOverview())
    else if (topic === 'errors') context.write(word === undefined ? listErrors() : explain(word))
    else if (Object.hasOwn(builtinCommands, topic) && word === undefined)
      context.write(formatBuiltinHelp(builtinCommands[topic as keyof typeof builtinCommands]))
    else {
      const isNamed = ({ name }: ControlCommand): boolean =>
        name === [topic, word].filter(Boolean).join(' ') || (word === undefined && name.startsWith(`${topic} `))
      const control = controlCommands.filter(isNamed)
      const call = callsFor(topic).filter(({ verb }) => word === undefined || verb === word)
      if (call.length === 0 && control.length === 0)
        throw new UsageError(`There is no help for "${[topic, word].filter(Boolean).join(' ')}". See cedi help.`)
      context.write([...call.map(formatOperationHelp), ...control.map(formatControlHelp)].join('\n'))
    }
    return exitCodes.success
  },
}
