#!/usr/bin/env node
import { homedir } from 'node:os'
import { exitCodes, type Surroundings, UsageError } from './command.js'
import { run } from './commands.js'
import { terminalOn } from './terminal.js'
import { sendByHttp } from './transport.js'

const stopping = new AbortController()

const around: Surroundings = {
  environment: process.env,
  home: homeOf(process.env),
  isTerminal: Boolean(process.stdin.isTTY && process.stderr.isTTY),
  columns: process.stdout.columns || 100,
  write: (text) => void process.stdout.write(text),
  tell: (text) => void process.stderr.write(text),
  screen: process.stderr,
  ...terminalOn({ input: process.stdin, output: process.stderr, signal: stopping.signal }),
  transport: sendByHttp,
  signal: stopping.signal,
}

/** Some containers have a user without a home folder: then there are no profiles. */
function homeOf({ HOME }: NodeJS.ProcessEnv): string {
  try {
    return homedir()
  } catch {
    return HOME ?? '/'
  }
}

// A reader such as `head` may close the pipe, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`cedi: the output could not be written (${error.code}).\n`)
  process.exit(1)
})
process.stderr.on('error', () => {})
const args = process.argv.slice(2)
// The two servers end by themselves.
if (args[0] !== 'sandbox' && args[0] !== 'mock')
  for (const [name, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(name, () => {
      stopping.abort()
      process.once(name, () => process.exit(status))
    })
try {
  process.exitCode = await run(args, around)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`cedi: ${error.message}\n`)
  process.exitCode = exitCodes.usage
}
