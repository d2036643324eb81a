import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox, type SandboxOptions } from '../src/index.js'

/** Headers of a proxy, which any caller can send as well. */
const forwardedHeaders = {
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Port': '443',
  'X-Original-Host': 'evil.example',
  'X-Forwarded-Prefix': '/evil',
  Forwarded: 'proto=https;host=evil.example',
}

/** Starts a sandbox as for a proxy, and returns a function that sends requests as the proxy does. */
async function startBehindProxy(options: SandboxOptions) {
  const sandbox = createSandbox({ ...options, control: { token: 'control' } })
  const { port, close } = await sandbox.listen(0, '0.0.0.0')
  onTestFinished(close)
  return async (
    method: string,
    path: string,
    { headers = {}, body = '' }: { headers?: object; body?: string } = {},
  ) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { Host: 'inside.example:23300', ...forwardedHeaders, 'X-Mock-Token': 'control', ...headers },
    }).end(body)
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return { status: response.statusCode as number, headers: response.headers, text }
  }
}

/** Returns all URLs of the service in responses of each kind. */
async function readLinks(send: Awaited<ReturnType<typeof startBehindProxy>>): Promise<string[]> {
  const headers = { Authorization: 'Bearer sk_test_all', 'Content-Type': 'application/json' }
  const intent = await send('POST', '/api/v1/checkout/intent', { headers, body: '{"amount":5}' })
  const list = await send('GET', '/api/v1/products?limit=1', { headers })
  const invitation = await send('POST', '/__mock/portal/invitations')
  const storefront = await send('GET', '/@ama')
  const preview = /<meta property="og:url" content="([^"]+)/.exec(storefront.text)?.[1] ?? ''
  return [
    JSON.parse(intent.text).data.checkout_url,
    /<([^>]+)>/.exec(String(list.headers['link']))?.[1] ?? '',
    JSON.parse(invitation.text).data.url,
    preview,
  ]
}

it.each(['https://pay.example', 'https://pay.example/'])('all links start with the public URL %s', async (baseUrl) => {
  const links = await readLinks(await startBehindProxy({ baseUrl }))
  expect(links.map((link) => new URL(link).origin)).toEqual(links.map(() => 'https://pay.example'))
})

it('without a public URL, links start with the Host header, and forwarded headers are ignored', async () => {
  const links = await readLinks(await startBehindProxy({}))
  expect(links.map((link) => new URL(link).origin)).toEqual(links.map(() => 'http://inside.example:23300'))
})

it('a session cookie is Secure if the public URL is https, and forms of its pages only are accepted', async () => {
  const send = await startBehindProxy({ baseUrl: 'https://pay.example/cedi' })
  const { url } = JSON.parse((await send('POST', '/cedi/__mock/portal/invitations')).text).data
  const { pathname } = new URL(url)
  const submit = (origin: string) =>
    send('POST', pathname, {
      headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded', Host: 'pay.example' },
    })
  expect((await submit('https://evil.example')).status).toBe(403)
  const { status, headers } = await submit('https://pay.example')
  expect(status).toBe(303)
  expect(String(headers['set-cookie'])).toMatch(/; Path=\/cedi\/portal; HttpOnly; Secure; SameSite=Strict$/)
})
