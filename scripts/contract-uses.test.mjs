import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { prepareOverlay } from '../packages/contract/scripts/overlay.mjs'
import { findUses } from './contract-uses.mjs'

const root = resolve(import.meta.dirname, '..')
const openapi = readFileSync(resolve(root, 'packages/contract/openapi.yaml'), 'utf8')
/** Finds the uses of what an overlay changes. */
const find = (actions) => {
  const { document } = prepareOverlay(openapi, JSON.stringify({ overlay: '1.0.0', actions }))
  return findUses(root, document, actions)
}

test('findUses lists TypeScript, PHP and the mock server for a changed status word', () => {
  const uses = find([{ target: '$.components.schemas.Payment.properties.status.enum', update: 'success' }])
  for (const folder of ['packages/settle/src/', 'packages/mock-server/src/', 'wordpress-plugin/includes/'])
    assert.ok(
      uses.some((line) => line.startsWith(folder) && line.includes("'succeeded'")),
      folder,
    )
})

test('findUses lists uses of a field that is not required any more, and none without a change', () => {
  const target = "$.components.schemas.Payment.required[?@ == 'refunded_amount']"
  const uses = find([{ target, remove: true }])
  assert.ok(uses.some((line) => /^packages\/cli\/src\/listen\/watch\.ts:\d+ {2}refunded_amount: /.test(line)))
  assert.ok(uses.some((line) => line.startsWith('wordpress-plugin/includes/')))
  assert.deepEqual(find([{ target: '$.info', update: {} }]), [])
})
