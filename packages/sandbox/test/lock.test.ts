import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
let home = ''
const children = new Set<ChildProcess>()

// Each process takes the lock as the program does, prints the result, and holds the lock until it ends.
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'cedi-lock-'))
  symlinkSync(join(root, '../../node_modules'), join(home, 'node_modules'))
  await build({
    stdin: {
      contents: `import { lockFolder } from ${JSON.stringify(join(root, 'src/stores/lock.ts'))}
      const [folder, stale] = process.argv.slice(2)
      try {
        const lock = await lockFolder(folder, () => { console.log('lost'); process.exit(3) }, { stale: Number(stale), update: 1000 })
        console.log('taken')
        process.on('SIGTERM', () => lock.release().then(() => process.exit(0)))
        setInterval(() => {}, 1000)
      } catch (error) { console.log(error.message) }`,
      resolveDir: root,
    },
    outfile: join(home, 'hold.mjs'),
    external: ['proper-lockfile'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  })
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

let folders = 0
function newFolder(): string {
  const folder = join(home, `folder-${++folders}`)
  mkdirSync(folder)
  return folder
}

/** Starts a process that locks the folder, and returns its first line of output. */
async function acquireInChild(folder: string, { inside: containers = [] as string[], staleMs = 30_000 } = {}) {
  const [command = '', ...before] = [...containers, process.execPath]
  const child = spawn(command, [...before, join(home, 'hold.mjs'), folder, String(staleMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const exit = once(child, 'close')
  const [chunk] = await once(child.stdout, 'data')
  return {
    output: String(chunk).trim(),
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      await exit
    },
  }
}

// In every container the first process has the id 1.
const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const hasContainers = spawnSync(container[0] ?? '', [...container.slice(1), 'true']).status === 0

describe('the lock of a folder', () => {
  it('excludes a second process, and is free when the first ends, even if it is killed', async () => {
    const folder = newFolder()
    const first = await acquireInChild(folder)
    expect(first.output).toBe('taken')
    expect((await acquireInChild(folder)).output).toMatch(
      /^Process \d+ is using this folder\. Stop it, or choose another folder\. In a copy, delete cedi\.lock and holder\.json\.$/,
    )
    await first.end('SIGKILL')
    const second = await acquireInChild(folder)
    expect(second.output).toBe('taken')
    await second.end('SIGTERM')
    expect(existsSync(join(folder, 'cedi.lock'))).toBe(false)
    expect((await acquireInChild(folder)).output).toBe('taken')
  })

  it.skipIf(process.platform !== 'linux')('of a zombie, whose parent does not wait for it, is taken over', async () => {
    const folder = newFolder()
    // `sleep` becomes the parent.
    await acquireInChild(folder, { inside: ['sh', '-c', '"$@" & exec sleep 60', 'sh'] })
    const { pid } = JSON.parse(readFileSync(join(folder, 'holder.json'), 'utf8'))
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /)
    expect((await acquireInChild(folder)).output).toBe('taken')
  })

  it('of a dead process is taken over by exactly one of many processes', async () => {
    const folder = newFolder()
    await (await acquireInChild(folder)).end('SIGKILL')
    const all = await Promise.all(Array.from({ length: 6 }, () => acquireInChild(folder)))
    expect(all.filter(({ output }) => output === 'taken')).toHaveLength(1)
  })

  it('is not taken over immediately when its holder is unknown, but when it is no longer touched', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'cedi.lock'))
    const startedMs = performance.now()
    expect((await acquireInChild(folder, { staleMs: 3000 })).output).toBe('taken')
    expect(performance.now() - startedMs).toBeGreaterThan(2500)
  })

  it.skipIf(!hasContainers)('protects the folder between two containers whose processes have the same id', async () => {
    const folder = newFolder()
    const first = await acquireInChild(folder, { inside: container, staleMs: 3000 })
    expect(first.output).toBe('taken')
    for (const containers of [container, []])
      expect((await acquireInChild(folder, { inside: containers, staleMs: 3000 })).output).toContain(
        'Process 1 of another container is using this folder. Stop it, or choose another folder.',
      )
    await first.end('SIGKILL')
    const second = await acquireInChild(folder, { inside: container, staleMs: 3000 })
    expect(second.output).toBe('taken')
    await second.end('SIGKILL')
  })
})
