import { nearest } from '@cedi/contract/nearest'
import { type Command, type Surroundings, UsageError } from './command.js'
import { calls, callsOf } from './operations.js'

/** The commands that are not API calls. Each is loaded when needed. */
const own: Readonly<Record<string, () => Promise<Command>>> = {
  sandbox: async () => (await import('./commands/programs.js')).sandbox,
  mock: async () => (await import('./commands/programs.js')).mock,
  listen: async () => (await import('./commands/listen.js')).listen,
  compare: async () => (await import('./commands/compare.js')).compare,
  mcp: async () => (await import('./commands/mcp.js')).mcp,
  profile: async () => (await import('./commands/profile.js')).profile,
  completion: async () => (await import('./commands/completion.js')).completion,
  help: async () => (await import('./commands/help.js')).help,
}

/**
 * Runs the command that a command line names.
 *
 * @returns The exit code.
 * @throws {@link UsageError} when there is no such command.
 */
export async function run([name, ...args]: readonly string[], around: Surroundings): Promise<number> {
  if (name === undefined || isHelp(name)) return (await load('help')).run([], around)
  if (name === '--version') {
    const { version } = await import('./version.js')
    around.write(`${version()}\n`)
    return 0
  }
  if (Object.hasOwn(own, name)) {
    // The two servers have their own help.
    const hasHelp = args.some(isHelp) && name !== 'sandbox' && name !== 'mock'
    if (!hasHelp) return (await load(name)).run(args, around)
    return (await load('help')).run(name === 'help' || name === 'completion' ? [] : [name], around)
  }
  return runCall(name, args, around)
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'
const load = (name: string): Promise<Command> => (own[name] as () => Promise<Command>)()

async function runCall(resource: string, [verb, ...rest]: readonly string[], around: Surroundings): Promise<number> {
  const ofResource = callsOf(resource)
  if (ofResource.length === 0) {
    const meant = nearest(resource, [...Object.keys(own), ...calls.map((call) => call.resource)])
    throw new UsageError(`There is no command ${resource}. ${meant ? `Did you mean ${meant}?` : 'See cedi help.'}`)
  }
  if (isHelp(verb) || rest.some(isHelp))
    return (await load('help')).run(isHelp(verb) ? [resource] : [resource, verb ?? ''], around)
  const call = ofResource.find((one) => one.verb === verb)
  const verbs = ofResource.map((one) => one.verb).join(', ')
  if (!call)
    throw new UsageError(
      `${verb ? `${resource} has no command ${verb}` : `${resource} needs a command`}. Use one of: ${verbs}.`,
    )
  const { operationCommand } = await import('./commands/operation.js')
  return operationCommand(call).run(rest, around)
}
