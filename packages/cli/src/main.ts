#!/usr/bin/env node
import { homedir } from 'node:os'
import { exitCodes, type Surroundings, UsageError } from './command.js'
import { run } from './commands.js'
import { sendByHttp } from './transport.js'

const stopping = new AbortController()

const around: Surroundings = {
  environment: process.env,
  home: homedir(),
  isTerminal: Boolean(process.stdin.isTTY && process.stderr.isTTY),
  columns: process.stdout.columns || 100,
  write: (text) => void process.stdout.write(text),
  tell: (text) => void process.stderr.write(text),
  screen: process.stderr,
  async readInput() {
    let text = ''
    for await (const piece of process.stdin.setEncoding('utf8')) text += piece
    return text
  },
  async ask(question, { isSecret = false } = {}) {
    const { createInterface } = await import('node:readline/promises')
    const { Writable } = await import('node:stream')
    process.stderr.write(question)
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
    const output = isSecret ? silent : process.stderr
    const lines = createInterface({ input: process.stdin, output, terminal: true })
    const answer = await lines.question('', { signal: stopping.signal })
    lines.close()
    if (isSecret) process.stderr.write('\n')
    return answer
  },
  transport: sendByHttp,
  signal: stopping.signal,
}

// A reader such as `head` may close the pipe, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
const args = process.argv.slice(2)
// The two servers end by themselves.
if (args[0] !== 'sandbox' && args[0] !== 'mock')
  process.once('SIGINT', () => {
    stopping.abort()
    process.once('SIGINT', () => process.exit(130))
  })
try {
  process.exitCode = await run(args, around)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`cedi: ${error.message}\n`)
  process.exitCode = exitCodes.usage
}
