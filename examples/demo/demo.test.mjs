// The demo as people start it: one process, its ports, its signals and its words.
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
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  return {
    child,
    said: () => said,
    ended: once(child, 'close').then(([code]) => code),
    async until(/** @type {RegExp} */ pattern) {
      while (!pattern.test(said)) await once(child.stdout, 'data')
      return said
    },
  }
}

test('the check buys from the button and in the shop, finds the books right, and ends with 0', async () => {
  const demo = start(['--check'], { PORT: '0' })
  assert.equal(await demo.ended, 0, demo.said())
  assert.match(demo.said(), /^ok .*the buy button: pay_\w+ succeeded\nok .*the shop: .*open, failed, paid\n/)
  assert.equal(demo.said().match(/^ok /gm)?.length, 6)
  assert.match(demo.said(), /payment_received +psp:mtn +merchant:pending/)
})

test('the demo says where it is and what to type, its five addresses answer, and SIGTERM and Ctrl+C end it with 0', async () => {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
    const demo = start([], { PORT: '0' })
    const said = await demo.until(/Ctrl\+C/)
    assert.match(said, /024 412 3789 +paid.*\n.*3039 +declined.*\n.*3129 +never approved/)
    const addresses = [...said.matchAll(/^ +(http:\S+)/gm)].map(([, address = '']) => address)
    assert.equal(addresses.length, 5)
    // A connection that a browser keeps does not hold up the end.
    for (const address of addresses) assert.equal((await fetch(address)).status, 200, address)
    demo.child.kill(signal)
    assert.equal(await demo.ended, 0, demo.said())
  }
})

test('a port that is taken, or none, is one clear line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (taken.address())
  const demo = start([], { PORT: `${port}` })
  assert.equal(await demo.ended, 1)
  assert.equal(
    demo.said(),
    `Port ${port} is taken. Choose another, such as PORT=5010 npm run demo, or PORT=0 for free ones.\n`,
  )
  taken.close()
  const wrong = start([], { PORT: 'here' })
  assert.equal(await wrong.ended, 1)
  assert.equal(wrong.said(), 'PORT must be a number from 0 to 65533, not "here".\n')
  const unknown = start(['--fast'], {})
  assert.equal(await unknown.ended, 1)
  assert.equal(unknown.said(), "Unknown option '--fast'. See npm run demo -- --help.\n")
})
