// Plants a bug in a separate world and process, and looks for the first seed whose story breaks a law.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from './bundle.mjs'

const child = join(import.meta.dirname, 'hunt.mjs')

/**
 * Hunts a bug.
 *
 * @param bug - One of bugs.mjs.
 * @param seconds - Of CPU, at most.
 * @returns {Promise<{ seed: number, seconds: number, violation?: { law: string, what: string } }>}
 */
export async function hunt(bug, seconds) {
  const dir = mkdtempSync(join(tmpdir(), 'cedi-hunt-'))
  try {
    const file = join(dir, 'world.mjs')
    await bundle(file, bug.edits ?? [bug])
    const { said, wrong } = await run([child, file, String(seconds)])
    if (!said) throw new Error(`${bug.name}: the world does not start.\n${wrong}`)
    return JSON.parse(said)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function run(args) {
  const process_ = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, wrong] = ['', '']
  process_.stdout.on('data', (chunk) => {
    said += chunk
  })
  process_.stderr.on('data', (chunk) => {
    wrong += chunk
  })
  return new Promise((resolve) => process_.on('close', () => resolve({ said, wrong })))
}
