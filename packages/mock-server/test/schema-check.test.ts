import type { ValidationError } from '@cedi/contract/validate'
import { describe, expect, it } from 'vitest'
import { createMockServer } from '../src/index.js'
import { findProblem, type SchemaCheck } from '../src/service/schema-check.js'

const catchMessage = (action: () => unknown): string => {
  try {
    action()
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as Error).message
  }
  return 'fine'
}
const option = (options: object) => catchMessage(() => createMockServer(options))
const seed = (value: unknown) => option({ seed: value })
const fault = (order: unknown) => catchMessage(() => createMockServer().faults.add(order as never))
const snapshot = (changes: object) => {
  const mock = createMockServer()
  return catchMessage(() => mock.restore({ ...mock.snapshot(), ...changes }))
}

const faults = 'latency_ms, status, drop, after_commit, truncate, slow_body_ms, malformed_json'
const eleven = Array.from({ length: 11 }, (_, index) => ({ id: index < 10 ? `m${index}` : 'm 10', name: 'M' }))

describe('an invalid value is rejected with the message', () => {
  it.each<[said: string, act: () => string]>([
    ['seed must be demo, empty or a seed. Got an array.', () => seed([])],
    ['merchants is missing. Add it.', () => seed({})],
    ['merchant is not known. Did you mean merchants?', () => seed({ merchants: [], merchant: [] })],
    [
      'merchants[0].handel is not known. Did you mean handle?',
      () => seed({ merchants: [{ id: 'a', name: 'A', handel: 'a' }] }),
    ],
    ['merchants[1].name is missing. Add it.', () => seed({ merchants: [{ id: 'a', name: 'A' }, { id: 'b' }] })],
    ['merchants[0].id must be letters, digits and dashes.', () => seed({ merchants: [{ id: 'a b', name: 'A' }] })],
    [
      'merchants[0].handle must be small letters, digits and dashes, without the @.',
      () => seed({ merchants: [{ id: 'a', name: 'A', handle: '@a' }] }),
    ],
    ['A fault must be an object: { "match": { … }, "fault": { … }, "times": 1 }.', () => fault(5)],
    ['fault is missing. Add it.', () => fault({ match: {} })],
    ['fault must be what goes wrong, such as { "status": 503 }.', () => fault({ fault: {} })],
    ['fault.stauts is not known. Did you mean status?', () => fault({ fault: { stauts: 503 } })],
    ['fault.status must be one of 429, 500, 502, 503, 504.', () => fault({ fault: { status: 404 } })],
    ['match.nth must be a whole number from 1.', () => fault({ fault: { status: 503 }, match: { nth: 0 } })],
    [
      'match.nth must be a whole number from 1.',
      () => fault({ fault: { status: 503 }, match: { nth: Number.MAX_VALUE } }),
    ],
    [
      'fault.latency_ms must be milliseconds from 0 to 3600000, or a range [from, to], the smaller first.',
      () => fault({ fault: { latency_ms: [5, 1] } }),
    ],
    ['fault.latency_ms[1] must be milliseconds from 0 to 3600000.', () => fault({ fault: { latency_ms: [1, -5] } })],
    ['fault.after_commit needs a fault.status. Add one.', () => fault({ fault: { after_commit: true } })],
    ['version must be 1.', () => snapshot({ version: 2 })],
    ['now must be a time.', () => snapshot({ now: '1969-12-31T23:59:59.999Z' })],
    ['now must be a time.', () => snapshot({ now: '2026-99-01T00:00:00.000Z' })],
    ['planted must be true or false.', () => snapshot({ planted: 'yes' })],
    ['requests must be a whole number from 0.', () => snapshot({ requests: -1 })],
    ['outcomes must be lists of outcomes.', () => snapshot({ outcomes: { demo: ['never'] } })],
    ['outcomes.demo must be lists of outcomes.', () => snapshot({ outcomes: { demo: 'fail' } })],
    ['ledger is missing. Add it.', () => snapshot({ ledger: undefined })],
    // Of an invented name only the start is repeated.
    [`fault.${'x'.repeat(40)}… is not known. Use one of ${faults}.`, () => fault({ fault: { ['x'.repeat(41)]: 1 } })],
    [`fault.${'x'.repeat(40)} is not known. Use one of ${faults}.`, () => fault({ fault: { ['x'.repeat(40)]: 1 } })],
    [
      `outcomes.${'x'.repeat(40)}… must be lists of outcomes.`,
      () => snapshot({ outcomes: { ['x'.repeat(41)]: 'fail' } }),
    ],
    // And no half of a character.
    [
      `fault.${'x'.repeat(39)}… is not known. Use one of ${faults}.`,
      () => fault({ fault: { [`${'x'.repeat(39)}💰`]: 1 } }),
    ],
    [`fault.a/b~c is not known. Use one of ${faults}.`, () => fault({ fault: { 'a/b~c': 1 } })],
    ['merchants[10].id must be letters, digits and dashes.', () => seed({ merchants: eleven })],
    ['outcomes.a1 must be lists of outcomes.', () => snapshot({ outcomes: { a1: 'fail' } })],
    ['outcomes.1a must be lists of outcomes.', () => snapshot({ outcomes: { '1a': 'fail' } })],
    ['outcomes.a/b must be lists of outcomes.', () => snapshot({ outcomes: { 'a/b': 'fail' } })],
    ['outcomes.a~b must be lists of outcomes.', () => snapshot({ outcomes: { 'a~b': 'fail' } })],
  ])('%s', (catchMessage, action) => {
    expect(action()).toBe(catchMessage)
  })

  it('an undefined field of a fault counts as absent', () => {
    expect(fault({ fault: { status: 503 }, times: undefined })).toBe('fine')
  })
})

describe('a check without words for a place', () => {
  const found = (errors: readonly ValidationError[] | null, rules: SchemaCheck['rules'] = {}) =>
    findProblem({ validate: Object.assign(() => false, { errors }), rules }, {}, 'A parcel')
  const error = (instancePath: string, keyword: string, params: Record<string, unknown> = {}) => [
    { instancePath, keyword, params },
  ]

  it('the message still contains the place and the requirement', () => {
    expect(found(null)).toBe('A parcel is not valid. Check its fields.')
    expect(found([])).toBe('A parcel is not valid. Check its fields.')
    expect(found(error('', 'type'))).toBe('A parcel must be something else.')
    expect(found(error('/a/b', 'type'))).toBe('a.b must be something else.')
    expect(found(error('/a', 'additionalProperties', { additionalProperty: 'c' }))).toBe('a must be something else.')
  })

  it('uses those for the value that contains it', () => {
    expect(found(error('/a/0/b', 'type'), { '/a/*': { must: 'a box' } })).toBe('a[0].b must be a box.')
  })
})
