import { findNearest } from '@cedi/contract/nearest'
import { type CliContext, type Command, UsageError } from './command.js'
import { controlCommands, controlVerbs, findControlCommand } from './control-commands.js'
import { calls, callsFor } from './operations.js'

/** Commands that are not API calls. Each is loaded when needed. */
const builtins: Readonly<Record<string, () => Promise<Command>>> = {
  sandbox: async () => (await import('./commands/programs.js')).sandbox,
  mock: async () => (await import('./commands/programs.js')).mock,
  listen: async () => (await import('./commands/listen.js')).listen,
  compare: async () => (await import('./commands/compare.js')).compare,
  examine: async () => (await import('./commands/examine.js')).examine,
  mcp: async () => (await import('./commands/mcp.js')).mcp,
  new: async () => (await import('./commands/new.js')).newExample,
  logs: async () => (await import('./commands/logs.js')).logs,
  doctor: async () => (await import('./commands/doctor.js')).doctor,
  profile: async () => (await import('./commands/profile.js')).profile,
  completion: async () => (await import('./commands/completion.js')).completion,
  help: async () => (await import('./commands/help.js')).help,
}

/**
 * Runs the command that the command line names.
 *
 * @returns The exit code.
 * @throws {@link UsageError} when there is no such command.
 */
export async function run([name, ...args]: readonly string[], context: CliContext): Promise<number> {
  if (name === undefined || isHelp(name)) return (await load('help')).run([], context)
  if (name === '--version') {
    const { version } = await import('./version.js')
    context.write(`${version()}\n`)
    return 0
  }
  if (Object.hasOwn(builtins, name)) {
    // The two servers print their own help.
    const hasHelp = args.some(isHelp) && name !== 'sandbox' && name !== 'mock'
    if (!hasHelp) return (await load(name)).run(args, context)
    return (await load('help')).run(name === 'help' || name === 'completion' ? [] : [name], context)
  }
  return runCall(name, args, context)
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'
const load = (name: string): Promise<Command> => (builtins[name] as () => Promise<Command>)()

async function runCall(resource: string, [verb, ...rest]: readonly string[], context: CliContext): Promise<number> {
  const control = findControlCommand(resource, verb)
  if (control) {
    const [, ...words] = control.name.split(' ')
    const args = words.length > 0 ? rest : [verb, ...rest].filter((word) => word !== undefined)
    if (args.some(isHelp)) return (await load('help')).run(control.name.split(' '), context)
    return (await import('./commands/control.js')).controlCommand(control).run(args, context)
  }
  const resourceCalls = callsFor(resource)
  if (resourceCalls.length === 0 && controlVerbs(resource).length === 0) {
    const names = controlCommands.map(({ name }) => name.split(' ')[0] as string)
    const suggestion = findNearest(resource, [
      ...Object.keys(builtins),
      ...calls.map((call) => call.resource),
      ...names,
    ])
    throw new UsageError(
      `There is no command ${resource}. ${suggestion ? `Did you mean ${suggestion}?` : 'See cedi help.'}`,
    )
  }
  if (isHelp(verb) || rest.some(isHelp))
    return (await load('help')).run(isHelp(verb) ? [resource] : [resource, verb ?? ''], context)
  const call = resourceCalls.find((resourceCall) => resourceCall.verb === verb)
  const verbs = [...resourceCalls.map((resourceCall) => resourceCall.verb), ...controlVerbs(resource)].join(', ')
  if (!call)
    throw new UsageError(
      `${verb ? `${resource} has no command ${verb}` : `${resource} needs a command`}. Use one of: ${verbs}.`,
    )
  const { operationCommand } = await import('./commands/operation.js')
  return operationCommand(call).run(rest, context)
}
