import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import type { Listening } from '@cedi/mock-server'
import { createSandbox } from '@cedi/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const contract = join(import.meta.dirname, '../../contract')
const journeys = join(contract, 'arazzo/journeys.arazzo.yaml')
const cli = join(createRequire(import.meta.url).resolve('@redocly/cli/package.json'), '../bin/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'cedi-arazzo-'))
let server: Listening
let purchases = 0

beforeAll(async () => {
  const sandbox = createSandbox({ clock: 'manual' })
  server = await sandbox.listen(0)
  // A day with one sale, to be reconciled.
  const cedi = createClient({ baseUrl: server.url, apiKey: 'sk_test_arazzo' })
  const product = await send(cedi.products.create({ name: 'Kente tote', price: '120.00' }))
  await send(cedi.payments.create({ product_id: product.id, method: 'mobile_money', phone: '0244123789' }))
  await sandbox.clock.advance('PT1M')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Success of each workflow. */
type WorkflowResults = Readonly<Record<string, boolean>>

/** Runs the workflows of a file against the sandbox. */
async function run(file: string): Promise<{ readonly results: WorkflowResults; readonly output: string }> {
  const report = join(folder, `report-${++purchases}.json`)
  const input = { api_key: 'sk_test_arazzo', merchant: 'test-arazzo', purchase: `p${purchases}` }
  const servers = ['api', 'sandbox'].flatMap((name) => ['--server', `${name}=${server.url}`])
  const args = [cli, 'respect', file, '--input', JSON.stringify(input), ...servers, '--json-output', report]
  const output = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      args,
      {
        cwd: folder,
        timeout: 250_000,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
      },
      (_, out, problem) => resolve(out + problem),
    ),
  )
  if (!existsSync(report)) throw new Error(`No report was written:\n${output}`)
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { executedWorkflows: { workflowId: string; status: string }[] }>
  }
  const executed = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows)
  return {
    results: Object.fromEntries(executed.map((workflow) => [workflow.workflowId, workflow.status === 'success'])),
    output,
  }
}

const names = [
  'take-a-payment',
  'check-out-in-a-popup',
  'refund',
  'sell-a-license',
  'reconcile-a-day',
  'recover-from-a-lost-answer',
]

describe('the Arazzo workflows of the contract', () => {
  it('succeed against a sandbox', async () => {
    const { results, output } = await run(journeys)
    expect(results, output).toEqual(Object.fromEntries(names.map((name) => [name, true])))
  }, 120_000)

  it('fail when their last criterion is negated', async () => {
    const negated = readFileSync(journeys, 'utf8')
      .split(/(?=^ {2}- workflowId: )/m)
      .map((text) => {
        const index = text.lastIndexOf(' == ')
        return text.startsWith('  - workflowId') ? `${text.slice(0, index)} != ${text.slice(index + 4)}` : text
      })
      .join('')
      .replaceAll(/retryAfter: \d+/g, 'retryAfter: 0')
    mkdirSync(join(folder, 'arazzo'))
    const file = join(folder, 'arazzo/wrong.arazzo.yaml')
    writeFileSync(file, negated)
    copyFileSync(join(contract, 'arazzo/sandbox.openapi.yaml'), join(folder, 'arazzo/sandbox.openapi.yaml'))
    copyFileSync(join(contract, 'openapi.yaml'), join(folder, 'openapi.yaml'))
    const { results, output } = await run(file)
    expect(results, output).toEqual(Object.fromEntries(names.map((name) => [name, false])))
  }, 120_000)
})
