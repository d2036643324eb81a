// Plants a bug in a separate process, and searches for the first seed that violates an invariant.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from './bundle.mjs'

const child = join(import.meta.dirname, 'find-violation.mjs')

/**
 * Searches for a planted bug.
 *
 * @param bug - An entry of bugs.mjs.
 * @param seconds - Maximum CPU time.
 * @returns {Promise<{ seed: number, seconds: number, violation?: { invariant: string, detail: string } }>}
 */
export async function findBug(bug, seconds) {
  const dir = mkdtempSync(join(tmpdir(), 'cedi-bug-'))
  try {
    const file = join(dir, 'simulator.mjs')
    await bundle(file, bug.edits ?? [bug])
    const { output, errors } = await run([child, file, String(seconds)])
    if (!output) throw new Error(`${bug.name}: the simulator does not start.\n${errors}`)
    return JSON.parse(output)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function run(args) {
  const childProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  childProcess.stdout.on('data', (chunk) => {
    output += chunk
  })
  childProcess.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return new Promise((resolve) => childProcess.on('close', () => resolve({ output, errors })))
}
