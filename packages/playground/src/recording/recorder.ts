import { createSandbox } from '@cedi/sandbox'
import type { LedgerState } from '../page/ledger-view.js'
import type { RecordedRun, Recording } from '../page/recording.js'
import { resolveImports } from '../page/resolve-imports.js'
import { calls, scenarios } from '../page/snippets.js'
import { isCall } from '../run/call.js'
import { formatValue } from '../run/format-value.js'
import type { RunMessage } from '../run/run-message.js'

/**
 * Runs each snippet in a new sandbox and records its output.
 *
 * @param baseUrl - Value of CEDI_BASE_URL.
 * @param run - Runs code with resolved imports.
 */
export async function recordAll(baseUrl: string, run: (code: string) => Promise<void>): Promise<Recording> {
  const recording: Record<string, RecordedRun> = {}
  for (const [id, code] of Object.entries(scenarios)) recording[id] = await recordOne(baseUrl, code, run)
  for (const [id, code] of Object.entries(calls)) recording[`call=${id}`] = await recordOne(baseUrl, code, run)
  return recording
}

async function recordOne(baseUrl: string, code: string, run: (code: string) => Promise<void>): Promise<RecordedRun> {
  const messages: RunMessage[] = []
  const sandbox = createSandbox({ baseUrl })
  const originals = { fetch: globalThis.fetch, log: console.log, env: process.env }
  const recordingFetch: typeof fetch = async (...args) => {
    const request = new Request(...args)
    const { method, url } = request
    const body = await request.clone().text()
    const response = await sandbox.fetch(request, undefined, { isTrusted: true, baseUrl })
    const { status } = response
    const headers = Object.fromEntries(request.headers)
    const responseBody = await response.clone().text()
    if (isCall(url)) messages.push({ type: 'call', method, url, headers, ...(body && { body }), status, responseBody })
    return response
  }
  Object.assign(globalThis, { fetch: recordingFetch, playground: { baseUrl } })
  process.env = { ...originals.env, CEDI_BASE_URL: baseUrl, CEDI_API_KEY: 'sk_test_all' }
  console.log = (...values) =>
    void messages.push({ type: 'print', kind: 'log', text: values.map(formatValue).join(' ') })
  try {
    await run(resolveImports(code))
  } finally {
    globalThis.fetch = originals.fetch
    console.log = originals.log
    process.env = originals.env
  }
  const payments = (await sandbox.control('GET', 'payments?limit=5')) as LedgerState['payments']
  const entries = (await sandbox.control('GET', 'ledger/entries')) as LedgerState['entries']
  return { messages, payments, entries }
}
