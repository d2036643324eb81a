// Installs the packed ledger, mock server and sandbox in a bare project and uses them there: as a program and in process,
// with types that compile. Ends with "N passed, N failed".
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const top = join(root, '../..')

let passed = 0
let failed = 0
const verdict = (ok, text) => {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${text}`)
  if (ok) passed++
  else failed++
}
const npm = (args, cwd) => execFileSync('npm', args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })

const work = mkdtempSync(join(tmpdir(), 'cedi-packed-'))
try {
  const tarballs = ['ledger', 'mock-server', 'sandbox'].map((name) => {
    const [packed] = JSON.parse(
      npm(['pack', '--json', '--ignore-scripts', '--pack-destination', work], join(root, '..', name)),
    )
    const names = packed.files.map(({ path }) => path)
    verdict(
      names.every((path) => /^(?:dist\/|README\.md$|SKILL\.md$|LICENSE$|package\.json$)/.test(path)),
      `${packed.name}: ${packed.size} B packed, nothing in it but dist, README, SKILL and LICENSE`,
    )
    return join(work, packed.filename)
  })
  writeFileSync(join(work, 'package.json'), '{ "private": true }')
  npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', ...tarballs], work)

  const child = spawn('npx', ['--no-install', 'cedi-sandbox', '--json', '--port', '0'], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const [line] = await once(child.stdout, 'data')
  const { url, portalUrl, operatorUrl } = JSON.parse(String(line))
  const paths = ['/', '/@ama', '/service.js', '/api/v1/openapi.json', '/healthz', '/metrics']
  const asked = [...paths.map((path) => url + path), portalUrl, operatorUrl]
  const statuses = await Promise.all(asked.map(async (address) => (await fetch(address)).status))
  verdict(
    statuses.every((status) => status === 200),
    `npx cedi-sandbox --json answers: ${statuses}`,
  )
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'close')

  const use = `import { createSandbox } from '@cedi/sandbox'
const sandbox = createSandbox()
const page = await sandbox.handle({ method: 'GET', url: 'http://cedi.test/@ama' })
console.log(page.status, page.body.includes('Kente tote'))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', use], {
    cwd: work,
    encoding: 'utf8',
  })
  verdict(stdout === '200 true\n', `in process: ${stdout.trim()} ${stderr.slice(0, 400)}`)

  mkdirSync(join(work, 'node_modules/@types'), { recursive: true })
  for (const name of ['@types/node', 'undici-types'])
    if (!existsSync(join(work, 'node_modules', name)))
      cpSync(join(top, 'node_modules', name), join(work, 'node_modules', name), { recursive: true })
  writeFileSync(
    join(work, 'consumer.mts'),
    `import { createSandbox, type KeptStore, type MockServer } from '@cedi/sandbox'
declare const store: KeptStore
export const sandbox: MockServer = createSandbox({ clock: 'manual', store })
// @ts-expect-error a clock is real or manual
createSandbox({ clock: 'fast' })
`,
  )
  const compilerOptions = {
    target: 'ES2022',
    module: 'Node16',
    moduleResolution: 'Node16',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
    lib: ['ES2022'],
  }
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['consumer.mts'] }))
  const tsc = spawnSync(process.execPath, [join(top, 'node_modules/typescript-7/bin/tsc'), '-p', work], {
    encoding: 'utf8',
  })
  verdict(tsc.status === 0, `types ${tsc.stdout.slice(0, 600)}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
