import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { card } from '../../mock-server/test/service.js'
import { type BuiltProgram, buildProgram } from './program.js'

const root = join(import.meta.dirname, '..')
let program: BuiltProgram
beforeAll(async () => {
  program = await buildProgram(root, { external: ['proper-lockfile'] })
})
afterAll(() => program.remove())

const run = (...flags: string[]) => program.run(...flags)
const ready = (...flags: string[]) => program.ready(...flags)

describe('cedi-sandbox', () => {
  it('--json prints exactly one line when it is ready, and SIGTERM ends it with 0', async () => {
    const { child, output, exit, url } = await ready('--json', '--log')
    const line = JSON.parse(output.stdout)
    expect(line).toMatchObject({ url, apiKey: 'sk_test_all' })
    expect(Object.keys(line)).toEqual(['url', 'apiKey', 'controlToken', 'portalUrl', 'operatorUrl'])
    const response = await fetch(`${url}/api/v1/balance`, { headers: { Authorization: `Bearer ${line.apiKey}` } })
    expect(response.status).toBe(200)
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect([output.stdout.split('\n').length, output.stderr]).toEqual([2, ''])
  })

  it('prints links below the path of the public URL', async () => {
    const { child, output, exit } = await ready('--json', '--public-url', 'http://shop.example/cedi')
    const { portalUrl, operatorUrl } = JSON.parse(output.stdout)
    expect(portalUrl).toMatch(/^http:\/\/shop\.example\/cedi\/portal\/invitations\//)
    expect(operatorUrl).toMatch(/^http:\/\/shop\.example\/cedi\/operator\/invitations\//)
    child.kill('SIGTERM')
    await exit
  })

  it('prints its URLs and a first command, and logs each request on a line without secrets', async () => {
    const { child, output, exit, url } = await ready(
      '--log',
      '--clock',
      'manual',
      '--default-outcome',
      'pending',
      '--approval-delay',
      '0',
      '--rate-limit',
      '100/60s',
      '--control-token',
      'geheim',
    )
    for (const text of [
      'sk_test_all',
      `${url}/api/v1/openapi.json`,
      '039 declined',
      `Portal             ${url}/portal/invitations/`,
      `Operator desk      ${url}/operator/invitations/`,
    ])
      expect(output.stdout).toContain(text)
    const before = output.stdout.length
    const { key } = (
      await (
        await fetch(`${url}/__mock/keys`, {
          method: 'POST',
          headers: { 'X-Mock-Token': 'geheim' },
          body: '{"scopes":["payments:write"]}',
        })
      ).json()
    ).data
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const payment = await (
      await fetch(`${url}/api/v1/payments`, { method: 'POST', headers, body: JSON.stringify(card('4000002500003155')) })
    ).json()
    await fetch(payment.data.next_action.url)
    await fetch(`${url}/api/licenses/verify?key=CEDI-SECRET`)
    await fetch(`${url}/api/v1/balance`, { headers })
    child.kill('SIGINT')
    expect(await exit).toEqual([0, null])
    const lines = output.stdout
      .slice(before)
      .trim()
      .split('\n')
      .map((line) => line.slice(10))
    expect(lines).toEqual([
      '201  POST /api/v1/payments',
      '200  GET  /challenge/[redacted]',
      '200  GET  /api/licenses/verify?key=%5Bredacted%5D',
      '403  GET  /api/v1/balance  insufficient_scope',
    ])
  })

  it.each([
    [['--data-dir', 'x', '--database-url', 'x'], '--data-dir and --database-url are exclusive. Leave one out.'],
    [
      ['--database-url', 'mysql://x'],
      '--database-url must start with postgres://, such as postgres://user@127.0.0.1:5432/cedi.',
    ],
    [
      ['--database-url', 'postgres://ama:sesame@127.0.0.1:1/cedi'],
      '--database-url needs a secret. Set CEDI_SECRET to a long random string, the same for every server on that database.',
    ],
    [['--shard', 'citus'], '--shard is only for migrate. Run cedi-sandbox migrate.'],
    [['migrate'], 'migrate needs a database. Give --database-url, or set CEDI_DATABASE_URL.'],
    [
      ['migrate', '--database-url', 'mysql://x'],
      '--database-url must start with postgres://, such as postgres://user@127.0.0.1:5432/cedi.',
    ],
    [
      ['migrate', '--database-url', 'postgres://ama:sesame@127.0.0.1:1/cedi', '--shard', 'yugabyte'],
      '--shard must be citus, not "yugabyte".',
    ],
    [
      ['migrate', '--database-url', 'postgres://ama:sesame@127.0.0.1:1/cedi'],
      'The database cannot be reached (ECONNREFUSED). Check that it is running, and retry in a moment.',
    ],
    [['migrate', '--port', '1'], 'cedi-sandbox migrate has no flag --port. See cedi-sandbox --help.'],
    [['migrate', 'twice'], 'twice is one word too many. See cedi-sandbox --help.'],
    [['--nonsense'], 'cedi-sandbox has no flag --nonsense. See cedi-sandbox --help.'],
    [
      ['verify', '--url', 'http://127.0.0.1:1'],
      'Nothing answers at http://127.0.0.1:1. Start a server with "cedi-sandbox", or name it with --url.',
    ],
  ])('rejects %j with one line and exit code 2', async (flags, line) => {
    const { output, exit } = run(...flags)
    const [code] = await exit
    expect([code, output.stdout, output.stderr]).toEqual([2, '', `cedi-sandbox: ${line}\n`])
  })

  it.each([
    ['--clock', 'fast'],
    ['--default-outcome', 'win'],
    ['--approval-delay', '1s'],
    ['--port', 'x'],
  ])('rejects %s %s before it creates the folder of --data-dir', async (flag, value) => {
    const dataDir = join(program.folder, 'never-made')
    const { output, exit } = run('--data-dir', dataDir, flag, value)
    expect([(await exit)[0], output.stderr]).toEqual([2, expect.stringContaining(`cedi-sandbox: ${flag} must be `)])
    expect(existsSync(dataDir)).toBe(false)
  })

  it('rejects a folder with a secret that other users can read', async () => {
    const dataDir = join(program.folder, 'readable-secret')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secret'), '0123456789abcdef', { mode: 0o644 })
    const { output, exit } = run('--data-dir', dataDir)
    expect([await exit, output.stderr]).toEqual([
      [2, null],
      `cedi-sandbox: --data-dir ${dataDir}: Other users can read ${dataDir}/secret. Run chmod 600 on it.\n`,
    ])
  })

  it.each(['', '0123456789abcde'])('rejects a folder with a truncated secret: "%s"', async (secret) => {
    const dataDir = join(program.folder, `cut-off-${secret.length}`)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secret'), secret, { mode: 0o600 })
    const { output, exit } = run('--data-dir', dataDir)
    expect([(await exit)[0], output.stdout, output.stderr]).toEqual([
      2,
      '',
      `cedi-sandbox: --data-dir ${dataDir}: The file "secret" must have 16 characters or more. Restore it, or delete it: license keys then change.\n`,
    ])
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret)
    expect(readdirSync(dataDir)).not.toContain('cedi.lock')
  })
})
