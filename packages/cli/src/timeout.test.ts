import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { withTimeout } from './timeout.js'
import { sendHttp } from './transport.js'

/** Starts a server that accepts connections and never responds. */
async function startUnresponsiveServer(): Promise<string> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('a request without a response is rejected with a TimeoutError even if garbage is collected in the meantime', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const url = await startUnresponsiveServer()
  const request = withTimeout(new AbortController().signal, 300, (signal) => sendHttp(url, { signal }))
  const collecting = setInterval(collectGarbage, 20)
  onTestFinished(() => clearInterval(collecting))
  await expect(request).rejects.toMatchObject({ name: 'TimeoutError' })
})

test("a request is rejected with the reason of the caller's signal", async () => {
  const url = await startUnresponsiveServer()
  const caller = new AbortController()
  const request = withTimeout(caller.signal, 60_000, (signal) => sendHttp(url, { signal }))
  caller.abort(new Error('Stopped.'))
  await expect(request).rejects.toThrow('Stopped.')
  await expect(withTimeout(caller.signal, 60_000, (signal) => sendHttp(url, { signal }))).rejects.toThrow('Stopped.')
})
