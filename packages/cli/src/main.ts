#!/usr/bin/env node
import { homedir } from 'node:os'
import { type CliContext, exitCodes, UsageError } from './command.js'
import { run } from './commands.js'
import { createTerminal } from './terminal.js'
import { sendHttp } from './transport.js'

const stopController = new AbortController()

const context: CliContext = {
  environment: process.env,
  home: findHome(process.env),
  folder: process.cwd(),
  isTerminal: Boolean(process.stdin.isTTY && process.stderr.isTTY),
  columns: process.stdout.columns || 100,
  write: (text) => void process.stdout.write(text),
  log: (text) => void process.stderr.write(text),
  screen: process.stderr,
  ...createTerminal({ input: process.stdin, output: process.stderr, signal: stopController.signal }),
  transport: sendHttp,
  signal: stopController.signal,
}

/** Returns the home directory. Some containers have a user without one; profiles are then not found. */
function findHome({ HOME }: NodeJS.ProcessEnv): string {
  try {
    return homedir()
  } catch {
    return HOME ?? '/'
  }
}

// A program such as `head` may close the pipe, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`cedi: the output could not be written (${error.code}).\n`)
  process.exit(1)
})
process.stderr.on('error', () => {})
const args = process.argv.slice(2)
// The two servers handle signals themselves.
if (args[0] !== 'sandbox' && args[0] !== 'mock')
  for (const [name, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(name, () => {
      stopController.abort()
      process.once(name, () => process.exit(status))
    })
try {
  process.exitCode = await run(args, context)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`cedi: ${error.message}\n`)
  process.exitCode = exitCodes.usage
}
