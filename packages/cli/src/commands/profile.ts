import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { builtinCommands } from '../builtin-commands.js'
import { type Command, exitCodes, UsageError } from '../command.js'
import { clientFor, profilePath } from '../connection.js'
import { readFlags, stringFlag } from '../flags.js'

const { usage, options } = builtinCommands.profile

/**
 * Stores a URL and its key in a file that only its owner can read. Prompts for the key, or reads it from standard input.
 * The key is never a flag.
 */
export const profile: Command = {
  async run(args, context) {
    const parsedArgs = readFlags(args, options, usage)
    const [name = 'default', ...more] = parsedArgs.words
    const baseUrl = stringFlag(parsedArgs, 'url')
    if (more.length > 0 || baseUrl === undefined) throw new UsageError(`Usage: ${usage}`)
    const path = profilePath(name, context)
    const typed = context.isTerminal
      ? await context.ask('Key (not shown): ', { isSecret: true })
      : await context.readInput()
    const apiKey = typed.trim()
    // Rejects a URL or a key that the client would reject.
    clientFor({ baseUrl, apiKey })
    try {
      write(path, `${JSON.stringify({ baseUrl, apiKey }, null, 2)}\n`)
    } catch (error) {
      throw new UsageError(
        `${path} cannot be written (${(error as NodeJS.ErrnoException).code}). Check its owner and permissions.`,
      )
    }
    context.write(`Wrote ${path}. Only you can read it.\n`)
    return exitCodes.done
  },
}

/** Writes a file atomically. Other users can never read it. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${randomUUID()}`
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' })
    chmodSync(beside, 0o600)
    renameSync(beside, path)
  } catch (error) {
    // The temporary file contains a key.
    rmSync(beside, { force: true })
    throw error
  }
}
