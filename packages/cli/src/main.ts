#!/usr/bin/env node
import { homedir } from 'node:os'
import { type CliContext, exitCodes, UsageError } from './command.js'
import { run } from './commands.js'
import { createOutput, createStopSignal, createTerminal } from './terminal.js'
import { sendHttp } from './transport.js'

const args = process.argv.slice(2)
// The two servers handle signals themselves.
const isServer = args[0] === 'sandbox' || args[0] === 'mock'
const signal = isServer ? new AbortController().signal : createStopSignal(process)

const context: CliContext = {
  environment: process.env,
  home: findHome(process.env),
  folder: process.cwd(),
  isTerminal: Boolean(process.stdin.isTTY && process.stderr.isTTY),
  columns: process.stdout.columns || 100,
  log: (text) => void process.stderr.write(text),
  screen: process.stderr,
  ...createOutput({ output: process.stdout, errors: process.stderr, exit: process.exit }),
  ...createTerminal({ input: process.stdin, output: process.stderr, signal }),
  transport: sendHttp,
  signal,
}

/** Returns the home directory. Some containers have a user without one; profiles are then not found. */
function findHome({ HOME }: NodeJS.ProcessEnv): string {
  try {
    return homedir()
  } catch {
    return HOME ?? '/'
  }
}

process.stderr.on('error', () => {})
try {
  process.exitCode = await run(args, context)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`cedi: ${error.message}\n`)
  process.exitCode = exitCodes.usage
}
