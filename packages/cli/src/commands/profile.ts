import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Command, exitCodes, UsageError } from '../command.js'
import { clientOf, profilePath } from '../connection.js'
import { readFlags, textOf } from '../flags.js'

const usage = 'cedi profile [NAME] --url https://…'

/**
 * Stores an address and its key in a file that only its owner can read. It asks for the key, or reads it from a pipe;
 * the key is never a flag.
 */
export const profile: Command = {
  async run(args, around) {
    const given = readFlags(args, { url: { type: 'string' } }, usage)
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
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Written completely or not at all, and never readable by others, not even for a moment.
    const beside = `${path}.${process.pid}`
    writeFileSync(beside, `${JSON.stringify({ baseUrl, apiKey }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(beside, 0o600)
    renameSync(beside, path)
    around.write(`${path} is written. Only you can read it.\n`)
    return exitCodes.done
  },
}
