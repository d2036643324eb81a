// The package as it is published: its command runs, says its version, loads little for a call, and starts both servers.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const cedi = (...args) => execFileSync(process.execPath, [main, ...args], { encoding: 'utf8' })
let failed = 0
const verdict = (ok, what) => {
  if (!ok) failed++
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what}`)
}

verdict(/^\d+\.\d+\.\d+/.test(cedi('--version')), 'cedi --version says a version')
verdict(cedi('help').includes('cedi compare'), 'cedi help names its commands')

/** Starts a program, waits for its ready line, and ends it. */
async function readyLine(args) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = await once(child.stdout, 'data')
  const ready = JSON.parse(String(chunk))
  return { ready, end: async () => child.kill('SIGTERM') && (await once(child, 'exit')) }
}
for (const program of ['mock', 'sandbox']) {
  const { ready, end } = await readyLine([program, '--port', '0', '--json'])
  verdict(ready.apiKey === 'sk_test_all', `cedi ${program} starts a server`)
  const listed = cedi('products', 'list', '--limit', '1', '--json', '--url', ready.url)
  verdict(JSON.parse(listed).length === 1, `cedi products list asks the ${program}`)
  if (program === 'sandbox') {
    const compared = cedi('compare', ready.url)
    verdict(/0 differ/.test(compared), 'cedi compare finds nothing that differs in the sandbox')
  }
  await end()
}
process.exitCode = failed > 0 ? 1 : 0
