import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createTerminal } from '../src/terminal.js'

function createTestTerminal() {
  const input = new PassThrough()
  const output = new PassThrough()
  const stopController = new AbortController()
  return { input, output, stopController, ...createTerminal({ input, output, signal: stopController.signal }) }
}

it('a prompt returns the typed line, and does not echo a secret', async () => {
  const { input, output, ask } = createTestTerminal()
  const reply = ask('The key: ', { isSecret: true })
  setImmediate(() => input.write('sk_test_typed\r'))
  expect(await reply).toBe('sk_test_typed')
  expect(String(output.read())).toBe('The key: \n')
})

it.each([
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
])('%s at a prompt stops the command with a one-line error', async (_name, keystroke) => {
  const { input, ask } = createTestTerminal()
  setTimeout(() => input.write(keystroke), 50)
  await expect(ask('Go on? ')).rejects.toThrow('Stopped. Nothing was sent.')
})

it('a terminal that closes at a prompt stops the command', async () => {
  const { input, ask } = createTestTerminal()
  setTimeout(() => input.end(), 50)
  await expect(ask('Go on? ')).rejects.toThrow('Stopped. Nothing was sent.')
})

it('Ctrl+C ends the wait for a pipe that stays open', async () => {
  const { input, stopController, readInput } = createTestTerminal()
  input.write('{"amount":')
  setTimeout(() => stopController.abort(), 50)
  await expect(readInput()).rejects.toThrow('Stopped. Nothing was sent.')
})
