import { builtinCommands } from '../builtin-commands.js'
import { type Command, exitCodes, UsageError } from '../command.js'
import { controlCommands, controlVerbs } from '../control-commands.js'
import { calls } from '../operations.js'
import { listFlags } from './operation.js'

const builtins = [
  'sandbox',
  'mock',
  'listen',
  'compare',
  'examine',
  'mcp',
  'logs',
  'doctor',
  'new',
  'profile',
  'completion',
  'help',
]
const resources = [
  ...new Set([...calls.map(({ resource }) => resource), ...controlCommands.map(({ name }) => name.replace(/ .*/, ''))]),
]

/** Returns the possible next words by the preceding words. */
function listCompletions(): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>([['', [...builtins, ...resources]]])
  for (const resource of resources)
    words.set(resource, [
      ...calls.filter((call) => call.resource === resource).map(({ verb }) => verb),
      ...controlVerbs(resource),
    ])
  const flagNames = (options: object): readonly string[] => Object.keys(options).map((name) => `--${name}`)
  for (const call of calls) words.set(`${call.resource} ${call.verb}`, flagNames(listFlags(call)))
  for (const { name, options } of controlCommands) words.set(name, flagNames(options))
  for (const [name, { options }] of Object.entries(builtinCommands)) words.set(name, flagNames(options))
  words.set('completion', ['bash', 'zsh', 'fish'])
  words.set('help', ['errors', ...Object.keys(builtinCommands), ...resources])
  return words
}

/** Returns a shell pattern. Flags of built-in commands may follow an argument: `cedi compare https://… --json`. */
const toShellPattern = (before: string): string =>
  Object.hasOwn(builtinCommands, before) ? `"${before}"|"${before} "*` : `"${before}"`

const createBashScript = (): string => `_cedi() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before=""
  [ "$COMP_CWORD" -gt 1 ] && before="\${COMP_WORDS[1]}"
  [ "$COMP_CWORD" -gt 2 ] && case "\${COMP_WORDS[2]}" in -*) ;; *) before="$before \${COMP_WORDS[2]}" ;; esac
  case "$before" in
${[...listCompletions()].map(([before, words]) => `    ${toShellPattern(before)}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word")) ;;`).join('\n')}
  esac
}
complete -o default -F _cedi cedi
`

const createFishScript = (): string => `complete -c cedi -f
${[...listCompletions()]
  .map(([before, words]) => {
    const [first = '', second] = before.split(' ')
    const hasSeen = (word: string): string => `__fish_seen_subcommand_from ${word}`
    const subcommands = (listCompletions().get(first) ?? []).filter((word) => !word.startsWith('-')).join(' ')
    const condition =
      first === ''
        ? '__fish_use_subcommand'
        : second === undefined
          ? `${hasSeen(first)}${subcommands ? `; and not ${hasSeen(subcommands)}` : ''}`
          : `${hasSeen(first)}; and ${hasSeen(second)}`
    return `complete -c cedi -n '${condition}' -a '${words.join(' ')}'`
  })
  .join('\n')}
`

/** Prints a completion script for a shell: `eval "$(cedi completion bash)"`. */
export const completion: Command = {
  async run([shell = 'bash'], context) {
    const scripts: Readonly<Record<string, () => string>> = {
      bash: createBashScript,
      zsh: () =>
        `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${createBashScript()}`,
      fish: createFishScript,
    }
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
    if (!script) throw new UsageError(`The shell must be bash, zsh or fish, not "${shell}".`)
    context.write(script())
    return exitCodes.success
  },
}
