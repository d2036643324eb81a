import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { card } from '../../../mock-server/test/service.js'
import { buildProgram, type Program, send } from './program.js'

// The test fills a small disk, which only root can create.
const disk = mkdtempSync(join(tmpdir(), 'cedi-disk-'))
const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'none', disk]).status === 0
let program: Program
beforeAll(async () => {
  program = await buildProgram()
})
afterAll(async () => {
  await program?.end()
  if (hasDisk) spawnSync('umount', [disk])
  rmdirSync(disk)
})

it.skipIf(!hasDisk)(
  'a data folder on a full disk can be read, and accepts writes again when space is free',
  async () => {
    const server = await program.start(['--data-dir', join(disk, 'kept')])
    const write = async () => {
      const response = await send(server.url, 'POST', '/api/v1/payments', { body: { ...card(), amount: 10 } })
      return [response?.status, response?.headers.get('retry-after')]
    }
    const read = async () => (await send(server.url, 'GET', '/api/v1/balance'))?.status
    const readiness = async () => {
      const response = await fetch(`${server.url}/readyz`)
      return [response.status, await response.text()]
    }
    expect([await write(), await read(), await readiness()]).toEqual([[201, null], 200, [200, 'ok\n']])

    const filler = join(disk, 'filler')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 20 * 1_048_576))
    expect([await write(), await read()]).toEqual([[503, '1'], 200])
    const full = 'The disk of the database is full (53100).'
    expect(await readiness()).toEqual([503, expect.stringContaining(`not ready: ${full}`)])
    expect([await write(), await read(), await read()]).toEqual([[503, '1'], 200, 200])

    rmSync(filler)
    expect([await readiness(), await write(), await read()]).toEqual([[200, 'ok\n'], [201, null], 200])
    expect((await send(server.url, 'GET', '/__mock/ledger/verify'))?.data).toMatchObject({ ok: true })
    const output = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('[cedi-mock]'))
    expect(output).toEqual([expect.stringContaining(full), '[cedi-mock] The database answers again.'])
    expect(await server.stop()).toBe(0)
  },
)
