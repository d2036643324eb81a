import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Command, exitCodes, UsageError } from '../command.js'
import { clientOf, profilePath } from '../connection.js'
import { readFlags, textOf } from '../flags.js'
import { ownCommands } from '../own.js'

const { usage, options } = ownCommands.profile

/**
 * Stores an address and its key in a file that only its owner can read. It asks for the key, or reads it from a pipe;
 * the key is never a flag.
 */
export const profile: Command = {
  async run(args, around) {
    const given = readFlags(args, options, usage)
    const [name = 'default', ...more] = given.words
    const baseUrl = textOf(given, 'url')
    if (more.length > 0 || baseUrl === undefined) throw new UsageError(`Usage: ${usage}`)
    const path = profilePath(name, around)
    const typed = around.isTerminal
      ? await around.ask('The key (it is not shown): ', { isSecret: true })
      : await around.readInput()
    const apiKey = typed.trim()
    // An address or a key that the client would refuse is not stored.
    clientOf({ baseUrl, apiKey })
    try {
      write(path, `${JSON.stringify({ baseUrl, apiKey }, null, 2)}\n`)
    } catch (error) {
      throw new UsageError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}). Check whose it is.`)
    }
    around.write(`${path} is written. Only you can read it.\n`)
    return exitCodes.done
  },
}

/** Writes a file completely or not at all. It is never readable by others, not even for a moment. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${randomUUID()}`
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' })
    chmodSync(beside, 0o600)
    renameSync(beside, path)
  } catch (error) {
    // It would hold a key that nothing reads.
    rmSync(beside, { force: true })
    throw error
  }
}
