import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error: a script, without types.
import { prepareOverlay } from '../scripts/overlay.mjs'
// @ts-expect-error: a script, without types.
import { findUses } from '../scripts/overlay-uses.mjs'

const root = resolve(import.meta.dirname, '../../..')
const openapi = readFileSync(resolve(root, 'packages/contract/openapi.yaml'), 'utf8')
/** Finds the uses of what an overlay changes. */
const find = (actions: object[]): string[] => {
  const { document } = prepareOverlay(openapi, JSON.stringify({ overlay: '1.0.0', actions }))
  return findUses(root, document, actions)
}

test('findUses lists TypeScript, PHP and the mock server for a changed status word', () => {
  const places = find([{ target: '$.components.schemas.Payment.properties.status.enum', update: 'success' }])
  for (const folder of ['packages/client/src/settle/', 'packages/mock-server/src/', 'wordpress-plugin/includes/'])
    expect(
      places.some((line) => line.startsWith(folder) && line.includes("'succeeded'")),
      folder,
    ).toBe(true)
})

test('findUses lists uses of a field that is not required any more, and none without a change', () => {
  const target = "$.components.schemas.Payment.required[?@ == 'refunded_amount']"
  const places = find([{ target, remove: true }])
  expect(places).toContainEqual(
    expect.stringMatching(/^packages\/cli\/src\/listen\/watch\.ts:\d+ {2}refunded_amount: /),
  )
  expect(places).toContainEqual(expect.stringMatching(/^wordpress-plugin\/includes\//))
  expect(find([{ target: '$.info', update: {} }])).toEqual([])
})
