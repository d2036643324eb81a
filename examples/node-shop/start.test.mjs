// The shop as a process.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSandbox } from '@cedi/sandbox'
import { apiKey } from './buyer.mjs'

/** @param {Record<string, string | undefined>} env */
function start(env) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'index.mjs')], { env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code) }
}

async function getFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: `${/** @type {import('node:net').AddressInfo} */ (server.address()).port}` }
}

test('without a key the shop prints the missing variables and exits', async () => {
  const shop = start({ CEDI_URL: '', CEDI_API_KEY: '' })
  assert.equal(await shop.ended, 1)
  assert.equal(
    shop.output(),
    'Set CEDI_URL and CEDI_API_KEY. For a service on this machine run "npx @cedi/sandbox": it prints both.\n',
  )
})

test('a used port prints one line', async () => {
  const { server, port } = await getFreePort()
  const shop = start({ CEDI_URL: 'http://127.0.0.1:23300', CEDI_API_KEY: apiKey, PORT: port })
  assert.equal(await shop.ended, 1)
  assert.equal(shop.output(), `Port ${port} is taken. Choose another: PORT=3001 npm start\n`)
  server.close()
})

test('the shop opens with a key from the environment, shows its products, and exits with 0 on SIGTERM', async () => {
  const service = await createSandbox().listen(0)
  const { server, port } = await getFreePort()
  server.close()
  await once(server, 'close')
  const shop = start({ CEDI_URL: service.url, CEDI_API_KEY: apiKey, PORT: port })
  await once(shop.child.stdout, 'data')
  assert.equal(shop.output(), `The shop is open: http://127.0.0.1:${port}\n`)
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
  assert.match(page, /Kente tote[\s\S]*GH₵120\.00/)
  shop.child.kill('SIGTERM')
  assert.equal(await shop.ended, 0)
  await service.close()
})
