import { EventEmitter } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createOutput, createStopSignal, createTerminal } from './terminal.js'

function createTestTerminal() {
  const input = new PassThrough()
  const output = new PassThrough()
  const stopController = new AbortController()
  return { input, output, stopController, ...createTerminal({ input, output, signal: stopController.signal }) }
}

test('a prompt returns the typed line, and does not echo a secret', async () => {
  const { input, output, ask } = createTestTerminal()
  const reply = ask('The key: ', { isSecret: true })
  setImmediate(() => input.write('sk_test_typed\r'))
  expect(await reply).toBe('sk_test_typed')
  expect(String(output.read())).toBe('The key: \n')
})

test.each([
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
])('%s at a prompt stops the command with a one-line error', async (_name, keystroke) => {
  const { input, ask } = createTestTerminal()
  setTimeout(() => input.write(keystroke), 50)
  await expect(ask('Go on? ')).rejects.toThrow('Stopped. Nothing was sent.')
})

test('a terminal that closes at a prompt stops the command', async () => {
  const { input, ask } = createTestTerminal()
  setTimeout(() => input.end(), 50)
  await expect(ask('Go on? ')).rejects.toThrow('Stopped. Nothing was sent.')
})

test('Ctrl+C ends the wait for a pipe that stays open', async () => {
  const { input, stopController, readInput } = createTestTerminal()
  input.write('{"amount":')
  setTimeout(() => stopController.abort(), 50)
  await expect(readInput()).rejects.toThrow('Stopped. Nothing was sent.')
})

const retryHint = 'To retry safely, repeat the command with --idempotency-key k1\n'

test.each([
  ['ENOSPC', retryHint, `cedi: the output could not be written (ENOSPC).\n${retryHint}`, 3],
  ['ENOSPC', undefined, 'cedi: the output could not be written (ENOSPC).\n', 3],
  ['EPIPE', retryHint, `cedi: the output could not be written (EPIPE).\n${retryHint}`, 3],
  ['EPIPE', undefined, null, 0],
])('an output that fails with %s and the hint %j ends the process', async (code, hint, message, expected) => {
  const errors = new PassThrough({ encoding: 'utf8' })
  const output = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('no'), { code })) })
  const exitCode = await new Promise((exit) => createOutput({ output, errors, exit }).write('pay_1\n', hint))
  expect([exitCode, errors.read()]).toEqual([expected, message])
})

test.each([
  ['SIGHUP', []],
  ['SIGINT', [130]],
  ['SIGTERM', [143]],
])('%s stops the command, and the second one ends the process with %j', (name, expected) => {
  const exits: number[] = []
  const process = Object.assign(new EventEmitter(), { exit: (code: number) => exits.push(code) })
  const signal = createStopSignal(process as never)
  expect([process.emit(name), signal.aborted, exits]).toEqual([true, true, []])
  // A signal without a listener would end the process.
  expect([process.emit(name), exits]).toEqual([true, expected])
})
