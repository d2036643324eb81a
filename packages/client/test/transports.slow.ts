/// <reference types="node" />
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpLibraries } from '../../../scripts/npm-cache.mjs'
import { createClient, type RequestDescription } from '../src/index.js'

// Not workspace dependencies. Installed from the cache of `npm run setup:all`.
const libraries = Object.entries(httpLibraries).map((pair) => pair.join('@'))
const root = join(import.meta.dirname, '../../..')
const cache = join(root, '.cache/http')
const requireLibrary = createRequire(join(cache, 'x.cjs'))

interface Echo {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }))
})
let cedi: ReturnType<typeof createTestClient>
const createTestClient = (port: number) =>
  createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k1', headers: { 'X-Shop': 'a b' } })

beforeAll(async () => {
  const missing = libraries.filter((library) => {
    const [name = '', version] = library.split('@')
    const manifest = join(cache, 'node_modules', name, 'package.json')
    return !existsSync(manifest) || requireLibrary(manifest).version !== version
  })
  if (missing.length > 0) {
    // A separate folder, so npm does not treat it as part of the workspace.
    mkdirSync(cache, { recursive: true })
    writeFileSync(join(cache, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...libraries], {
      cwd: cache,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cedi = createTestClient((server.address() as AddressInfo).port)
}, 120_000)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Send = (d: RequestDescription<unknown>) => Promise<Echo>
const transports: Record<string, Send> = {
  fetch: async (d) => (await fetch(d.url, d)).json() as Promise<Echo>,
  Request: async (d) => (await fetch(new Request(d.url, d))).json() as Promise<Echo>,
  // axios names the body `data` and accepts the other members unchanged.
  axios: async (d) => (await requireLibrary('axios')(d.body ? { ...d, data: d.body } : d)).data,
  'node-fetch': async (d) => (await requireLibrary('node-fetch')(d.url, d)).json(),
  'undici.request': async (d) => (await requireLibrary('undici').request(d.url, d)).body.json(),
  'http.request': (d) =>
    new Promise((resolve, reject) => {
      httpRequest(d.url, d, async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        resolve(JSON.parse(text))
      })
        .on('error', reject)
        .end(d.body)
    }),
}

test.each(Object.keys(transports))('%s sends a description', async (name) => {
  const send = transports[name] as Send
  const read = await send(cedi.products.list({ limit: '20' }))
  expect(read).toMatchObject({ method: 'GET', url: '/api/v1/products?limit=20', body: '' })
  expect(read.headers).toMatchObject({ authorization: 'Bearer k1', accept: 'application/json', 'x-shop': 'a b' })
  const write = await send(
    cedi.products.create({ name: 'Kente ₵', price: 120 }, { simulate: true, idempotencyKey: 'i-1' }),
  )
  expect(write).toMatchObject({ method: 'POST', url: '/api/v1/products', body: '{"name":"Kente ₵","price":120}' })
  expect(write.headers).toMatchObject({
    authorization: 'Bearer k1',
    accept: 'application/json',
    'content-type': 'application/json',
    'x-service-simulate': 'true',
    'idempotency-key': 'i-1',
  })
})

test('describing a request does not load undici', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createClient } from './index.ts'
        const count = () => process.moduleLoadList.filter((name) => /undici/.test(name)).length
        const before = count()
        const cedi = createClient({ baseUrl: 'https://pay.example', apiKey: 'k' })
        cedi.products.list({ limit: '20' })
        cedi.payments.create({ amount: 1, method: 'mobile_money', phone: '0244123789' }, { headers: { a: 'b' } })
        const after = count()
        try { new Headers() } catch {}
        console.log(JSON.stringify([before, after, count() > after]))`,
      resolveDir: join(import.meta.dirname, '../src'),
    },
    bundle: true,
    format: 'esm',
    write: false,
    tsconfig: join(root, 'tsconfig.base.json'),
  })
  const text = outputFiles[0]?.text ?? ''
  expect(text.replace(/new Headers/, '')).not.toMatch(/\b(fetch|Headers|Request|Response|setTimeout)\(/)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', text])
  const [before, after, requestCount] = JSON.parse(stdout)
  expect(after - before).toBe(0)
  expect(requestCount).toBe(true)
})
