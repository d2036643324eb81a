import { createSandbox } from '@cedi/sandbox'
import type { Books } from '../page/books.js'
import { resolved } from '../page/resolved.js'
import { calls, scenarios } from '../page/snippets.js'
import type { Step, Walk } from '../page/walk.js'
import { isCall } from '../run/call.js'
import { printed } from '../run/printed.js'
import type { Told } from '../run/told.js'

/**
 * Runs each piece of code in its own sandbox.
 *
 * @param baseUrl - The address that the code is given.
 * @param run - Runs code whose imports are resolved.
 */
export async function recordAll(baseUrl: string, run: (code: string) => Promise<void>): Promise<Walk> {
  const walk: Record<string, Step> = {}
  for (const [id, code] of Object.entries(scenarios)) walk[id] = await recordOne(baseUrl, code, run)
  for (const [id, code] of Object.entries(calls)) walk[`call=${id}`] = await recordOne(baseUrl, code, run)
  return walk
}

async function recordOne(baseUrl: string, code: string, run: (code: string) => Promise<void>): Promise<Step> {
  const told: Told[] = []
  const sandbox = createSandbox({ baseUrl })
  const before = { fetch: globalThis.fetch, log: console.log, env: process.env }
  const send: typeof fetch = async (...asked) => {
    const request = new Request(...asked)
    const { method, url } = request
    const body = await request.clone().text()
    const response = await sandbox.fetch(request, undefined, { isLoopback: true, baseUrl })
    const { status } = response
    const headers = Object.fromEntries(request.headers)
    const answer = await response.clone().text()
    if (isCall(url)) told.push({ told: 'call', method, url, headers, ...(body && { body }), status, answer })
    return response
  }
  Object.assign(globalThis, { fetch: send, playground: { baseUrl } })
  process.env = { ...before.env, CEDI_BASE_URL: baseUrl, CEDI_API_KEY: 'sk_test_all' }
  console.log = (...values) => void told.push({ told: 'print', kind: 'log', text: values.map(printed).join(' ') })
  try {
    await run(resolved(code))
  } finally {
    globalThis.fetch = before.fetch
    console.log = before.log
    process.env = before.env
  }
  const payments = (await sandbox.control('GET', 'payments?limit=5')) as Books['payments']
  const entries = (await sandbox.control('GET', 'ledger/entries')) as Books['entries']
  return { told, payments, entries }
}
