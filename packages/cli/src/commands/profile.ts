import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { builtinCommands } from '../builtin-commands.js'
import { type Command, exitCodes, UsageError } from '../command.js'
import { createServiceClient, profilePath } from '../connection.js'
import { readFlags, stringFlag } from '../flags.js'

const { usage, options } = builtinCommands.profile

/**
 * Stores a URL and its key in a file that only its owner can read. Prompts for the key, or reads it from standard input.
 * The key is never a flag.
 */
export const profile: Command = {
  async run(args, context) {
    const parsedArgs = readFlags(args, options, usage)
    const [name = 'default', ...extraWords] = parsedArgs.words
    const baseUrl = stringFlag(parsedArgs, 'url')
    if (extraWords.length > 0 || baseUrl === undefined) throw new UsageError(`Usage: ${usage}`)
    const path = profilePath(name, context)
    const input = context.isTerminal
      ? await context.ask('Key (not shown): ', { isSecret: true })
      : await context.readInput()
    const apiKey = input.trim()
    if (apiKey === '')
      throw new UsageError(
        context.isTerminal
          ? 'No key was typed. Run the command again.'
          : 'There is no key in standard input. Pipe it into the command, or run the command in a terminal.',
      )
    // Rejects a URL or a key that the client would reject.
    createServiceClient({ baseUrl, apiKey })
    try {
      write(path, `${JSON.stringify({ baseUrl, apiKey }, null, 2)}\n`)
    } catch (error) {
      throw new UsageError(
        `${path} cannot be written (${(error as NodeJS.ErrnoException).code}). Check its owner and permissions.`,
      )
    }
    context.write(`Wrote ${path}. Only you can read it.\n`)
    return exitCodes.success
  },
}

/** Writes a file atomically. Other users can never read it. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporaryPath = `${path}.${randomUUID()}`
  try {
    writeFileSync(temporaryPath, text, { mode: 0o600, flag: 'wx' })
    chmodSync(temporaryPath, 0o600)
    renameSync(temporaryPath, path)
  } catch (error) {
    // The temporary file contains a key.
    rmSync(temporaryPath, { force: true })
    throw error
  }
}
