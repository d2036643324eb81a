import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
// @ts-expect-error: a script, without types.
import { applyOverlay, prepareOverlay, readOverlay } from '../scripts/overlay.mjs'

const openapi = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8')
const applied = (actions: readonly object[]) => {
  const { text, unmatchedTargets } = applyOverlay(openapi, actions) as { text: string; unmatchedTargets: string[] }
  return { document: parse(text), text, unmatchedTargets }
}

describe('an overlay', () => {
  it('without changes keeps the document unchanged', () => {
    expect(applied([{ target: '$.info', update: {} }]).text).toBe(openapi)
  })

  it('renames a field in properties and required', () => {
    const { document, unmatchedTargets } = applied([
      { target: "$.components.schemas.Payment.required[?@ == 'net']", remove: true },
      { target: '$.components.schemas.Payment.properties.net', remove: true },
      { target: '$.components.schemas.Payment.properties', update: { net_amount: { type: 'number' } } },
    ])
    const { required, properties } = document.components.schemas.Payment
    expect(unmatchedTargets).toEqual([])
    expect(required).not.toContain('net')
    expect(properties.net).toBeUndefined()
    expect(properties.net_amount).toEqual({ type: 'number' })
  })

  it('appends to a list, and matches every operation', () => {
    const { document } = applied([
      { target: '$.components.schemas.Payment.properties.status.enum', update: 'success' },
      {
        target: "$.paths[*][*].responses[*].content['application/json'].schema.properties",
        update: { meta: { type: 'object' } },
      },
    ])
    expect(document.components.schemas.Payment.properties.status.enum.at(-1)).toBe('success')
    const { schema } = document.paths['/api/v1/balance'].get.responses['200'].content['application/json']
    expect(schema.properties).toHaveProperty('meta')
  })

  it('removes several items of one list', () => {
    const { document } = applied([
      { target: "$.components.schemas.Product.required[?@ == 'id' || @ == 'name']", remove: true },
    ])
    const before = parse(openapi).components.schemas.Product.required as string[]
    expect(document.components.schemas.Product.required).toEqual(
      before.filter((name) => name !== 'id' && name !== 'name'),
    )
  })

  it('reports a target that matches no node', () => {
    expect(applied([{ target: '$.components.schemas.Nothing', remove: true }]).unmatchedTargets).toEqual([
      '$.components.schemas.Nothing',
    ])
  })

  it.each([
    ['a: [', 'neither JSON nor YAML'],
    ['{"openapi":"3.1.0"}', 'not an Overlay 1.0'],
    ['{"overlay":"1.0.0","actions":[]}', 'no actions'],
    ['{"overlay":"1.0.0","actions":[{"remove":true}]}', 'actions[0] has no target'],
    ['{"overlay":"1.0.0","actions":[{"target":"$"}]}', 'actions[0] must have update or remove'],
  ])('%s is refused', (text, words) => {
    expect(() => readOverlay(text)).toThrow(words)
  })
})

describe('an overlay that is prepared for code generation', () => {
  const prepare = (actions: readonly object[]) =>
    prepareOverlay(openapi, JSON.stringify({ overlay: '1.0.0', actions })) as { text: string; isChanged: boolean }

  it('without a change reports that the document is unchanged', () => {
    expect(prepare([{ target: '$.info', update: {} }])).toMatchObject({ text: openapi, isChanged: false })
    expect(prepare([{ target: '$.info', update: { title: 'Other' } }]).isChanged).toBe(true)
  })

  it('is rejected if it changes the OpenAPI version to 3.0', () => {
    expect(() => prepare([{ target: '$', update: { openapi: '3.0.3' } }])).toThrow(
      'It changes openapi to 3.0.3. The contract must be OpenAPI 3.1: remove this action.',
    )
  })

  it('is rejected if it adds an operation that cannot be generated', () => {
    const update = { '/api/v1/customers': { get: { responses: {} } } }
    expect(() => prepare([{ target: '$.paths', update }])).toThrow(
      /^GET \/api\/v1\/customers has no operationId, summary, x-scope\. Describe the operation/,
    )
  })
})
