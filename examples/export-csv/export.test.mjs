import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '@cedi/client'
import { cell } from './csv.mjs'
import { openDemo } from './demo.mjs'
import { exportOrders } from './export.mjs'

/** @param {(setting: { cedi: import('@cedi/client').Client, mock: Awaited<ReturnType<typeof openDemo>>['mock'], folder: string }) => Promise<void>} act */
async function withOrders(act) {
  const folder = await mkdtemp(join(tmpdir(), 'cedi-export-'))
  const { mock, url, apiKey, close } = await openDemo(120)
  try {
    await act({ mock, cedi: createClient({ baseUrl: url, apiKey }), folder })
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
}

test('every order is one line, and their sum is exact', () =>
  withOrders(async ({ cedi, folder }) => {
    const file = join(folder, 'orders.csv')
    /** @type {number[]} */
    const seen = []
    const { orders, total, balance } = await exportOrders(cedi, file, (count) => seen.push(count))
    const lines = (await readFile(file, 'utf8')).split('\r\n').filter(Boolean)
    assert.equal(orders, 120)
    assert.equal(lines.length, 121)
    assert.equal(new Set(lines.map((line) => line.split(',')[0])).size, 121)
    assert.equal(total, '1482.00')
    assert.ok(balance.available > 0)
    assert.deepEqual(seen, [100, 120])
  }))

test('a cell that a spreadsheet would run as a formula becomes text', () => {
  assert.equal(cell('=1+1'), "'=1+1")
  assert.equal(cell('=Cloth, "Gye Nyame"'), `"'=Cloth, ""Gye Nyame"""`)
  assert.equal(cell('Ama;=1+1'), "Ama;'=1+1")
  assert.equal(cell('A\n=1+1'), `"A\n'=1+1"`)
  assert.equal(cell(null), '')
})

test('a failed export leaves no file', () =>
  withOrders(async ({ cedi, mock, folder }) => {
    mock.faults.add({ match: { path: '/api/v1/orders', nth: 2 }, fault: { status: 500 } })
    mock.faults.add({ match: { path: '/api/v1/orders' }, fault: { status: 500 } })
    await assert.rejects(exportOrders(cedi, join(folder, 'orders.csv')))
    assert.deepEqual(await readdir(folder), [])
  }))
