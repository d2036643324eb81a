import { type Command, exitCodes, UsageError } from '../command.js'
import { explain, listOfErrors } from '../errors.js'
import { calls, callsOf } from '../operations.js'
import { ownCommands } from '../own.js'
import { operationHelp } from './operation.js'

/** The first page. */
export const helpText = (): string => `cedi: payments in Ghana cedis from your terminal

  cedi sandbox [options]       the whole service on this machine, with pages
  cedi mock [options]          the API alone, for tests
  cedi listen --to URL         posts each change of a payment to your server while you develop
  cedi mcp                     lets an assistant use a sandbox: payments, clock, faults, ledger
  cedi compare URL             checks a running service against the contract; writes nothing
  cedi profile [NAME] --url URL   keeps an address and its key, for you to read only
  cedi completion bash|zsh|fish   completes all of this
  cedi help errors [CODE]      what an error means, and what to do
  cedi help RESOURCE VERB      every flag of a call; of another command: cedi help listen

Calls of the API:
${[...new Set(calls.map(({ resource }) => resource))]
  .map(
    (resource) =>
      `  cedi ${resource.padEnd(18)} ${callsOf(resource)
        .map(({ verb }) => verb)
        .join(', ')}\n`,
  )
  .join('')}
Which service: --url, CEDI_BASE_URL, or a profile (--profile, CEDI_PROFILE); the sandbox on this machine when none is given.
The key: CEDI_API_KEY or the profile, never a flag.
Exit codes: 0 done, 1 the service refused, 2 a wrong command or flag, 3 no answer that says what was done, 4 compare found differences.
`

const ownHelp = ({ summary, usage, meanings }: (typeof ownCommands)[keyof typeof ownCommands]): string =>
  `${summary}.\n\n  ${usage}\n\n${Object.entries(meanings)
    .map(([name, meaning]) => `  ${`--${name}`.padEnd(22)} ${meaning}\n`)
    .join('')}`

/** `cedi help`, `cedi help errors CODE`, `cedi help payments create`. */
export const help: Command = {
  async run([topic, word], around) {
    if (topic === undefined) around.write(helpText())
    else if (topic === 'errors') around.write(word === undefined ? listOfErrors() : explain(word))
    else if (Object.hasOwn(ownCommands, topic) && word === undefined)
      around.write(ownHelp(ownCommands[topic as keyof typeof ownCommands]))
    else {
      const call = callsOf(topic).filter(({ verb }) => word === undefined || verb === word)
      if (call.length === 0)
        throw new UsageError(`There is no help for "${[topic, word].filter(Boolean).join(' ')}". See cedi help.`)
      around.write(call.map(operationHelp).join('\n'))
    }
    return exitCodes.done
  },
}
