// The demo as a process: ports, signals and output.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'

/** @param {string[]} args @param {Record<string, string>} env */
function start(args, env) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'index.mjs'), '--no-build', ...args], {
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return {
    child,
    output: () => output,
    ended: once(child, 'close').then(([code]) => code),
    async until(/** @type {RegExp} */ pattern) {
      while (!pattern.test(output)) await once(child.stdout, 'data')
      return output
    },
  }
}

test('the check buys with the button and in the shop, verifies the ledger, and exits with 0', async () => {
  const demo = start(['--check'], { PORT: '0' })
  assert.equal(await demo.ended, 0, demo.output())
  assert.match(demo.output(), /^ok .*the buy button: pay_\w+ succeeded\nok .*the shop: .*open, failed, paid\n/)
  assert.equal(demo.output().match(/^ok /gm)?.length, 6)
  assert.match(demo.output(), /payment_received +psp:mtn +merchant:pending/)
})

test('the demo prints five working URLs and the test numbers, and exits with 0 on SIGTERM and Ctrl+C', async () => {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
    const demo = start([], { PORT: '0' })
    const output = await demo.until(/Ctrl\+C/)
    assert.match(output, /024 412 3789 +paid.*\n.*3039 +declined.*\n.*3129 +never approved/)
    const addresses = [...output.matchAll(/^ +(http:\S+)/gm)].map(([, address = '']) => address)
    assert.equal(addresses.length, 5)
    // An open connection of a browser does not delay the exit.
    for (const address of addresses) assert.equal((await fetch(address)).status, 200, address)
    demo.child.kill(signal)
    assert.equal(await demo.ended, 0, demo.output())
  }
})

test('a used or invalid port prints one line', async () => {
  const usedPort = createServer().listen(0, '127.0.0.1')
  await once(usedPort, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (usedPort.address())
  const demo = start([], { PORT: `${port}` })
  assert.equal(await demo.ended, 1)
  assert.equal(
    demo.output(),
    `Port ${port} is taken. Choose another, such as PORT=5010 npm run demo, or PORT=0 for free ones.\n`,
  )
  usedPort.close()
  const invalidStart = start([], { PORT: 'here' })
  assert.equal(await invalidStart.ended, 1)
  assert.equal(invalidStart.output(), 'PORT must be a number from 0 to 65533, not "here".\n')
  const unknown = start(['--fast'], {})
  assert.equal(await unknown.ended, 1)
  assert.equal(unknown.output(), "Unknown option '--fast'. See npm run demo -- --help.\n")
})
