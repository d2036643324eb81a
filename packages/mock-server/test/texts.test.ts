import { describe, expect, it } from 'vitest'
import { findInvalidText, truncateReference } from '../src/service/texts.js'
import { createService } from './service.js'

const bidiText = 'a\u202eb'
const broken = 'NUL or half a character in it. Leave it out.'
const bidiMessage = 'a character that turns the direction of text, unseen. Leave it out.'

describe('a text', () => {
  it.each([
    ['alone', 'a\0', '', 'The body'],
    ['in a field', { email: 'a\ud800' }, 'email', 'email'],
    ['in a field of a field', { delivery: { note: 'a\0' } }, 'delivery.note', 'delivery.note'],
    ['in a list', { channels: ['card', 'a\udc00'] }, 'channels[1]', 'channels[1]'],
    ['after what is no text', { a: null, b: undefined, c: 5, d: true, e: [], f: 'a\0' }, 'f', 'f'],
    ['in a name', { 'a\0': 1 }, '', 'The body'],
    ['in a name within a field', { metadata: { 'a\ud800': 'x' } }, 'metadata', 'metadata'],
  ])('with NUL or half a character is rejected %s, and the place is told', (_, value, field, place) => {
    expect(findInvalidText(value)).toEqual({ field, message: `${place} has ${broken}` })
  })

  it.each(['name', 'email', 'label', 'reason', 'note', 'instance'])(
    'that turns the direction of its line is refused as a %s, and accepted where it has lines of its own',
    (name) => {
      expect(findInvalidText({ [name]: bidiText })).toEqual({ field: name, message: `${name} has ${bidiMessage}` })
      expect(findInvalidText({ a: { [name]: [bidiText] } })).toEqual({
        field: `a.${name}[0]`,
        message: `a.${name}[0] has ${bidiMessage}`,
      })
      expect(findInvalidText({ description: bidiText, [name]: { description: bidiText } })).toBeUndefined()
    },
  )

  it('without such characters is accepted, also null and undefined', () => {
    for (const value of ['Kɔfi 😀', '', null, undefined, 5, { name: 'Ama', note: null, a: [1, 'b'] }])
      expect(findInvalidText(value)).toBeUndefined()
  })

  it('is looked for inside of nine values, and no deeper', () => {
    const nestValue = (levels: number): unknown =>
      Array.from({ length: levels }).reduce((inner) => ({ a: inner }), 'a\0' as unknown)
    expect(findInvalidText(nestValue(9))?.field).toBe('a.a.a.a.a.a.a.a.a')
    expect(findInvalidText(nestValue(10))).toBeUndefined()
  })

  it('names its place only up to 80 characters', () => {
    const findInvalid = (length: number) => findInvalidText({ ['x'.repeat(length)]: 'a\0' })
    const fullName = 'x'.repeat(80)
    expect(findInvalid(80)).toEqual({ field: fullName, message: `${fullName} has ${broken}` })
    expect(findInvalid(81)).toEqual({ field: `${fullName}…`, message: `${fullName}… has ${broken}` })
    // No half of a character is left at the end.
    expect(findInvalidText({ [`${'x'.repeat(79)}😀`]: 'a\0' })?.field).toBe(`${'x'.repeat(79)}…`)
  })

  it('with NUL in the name of a field is rejected with the whole body', async () => {
    const { status, error } = await createService().post('/api/v1/payments', '{"a\\u0000":null}')
    expect([status, error.code, error.field, error.message]).toEqual([
      422,
      'invalid_request',
      undefined,
      `The body has ${broken}`,
    ])
  })
})

describe('an unknown reference', () => {
  it('is repeated up to 64 characters', async () => {
    const { get } = createService()
    for (const [path, message] of [
      ['payments', 'payment'],
      ['orders', 'order'],
    ] as const) {
      const readMessage = async (length: number) => (await get(`/api/v1/${path}/${'p'.repeat(length)}`)).error.message
      expect(await readMessage(64)).toBe(`There is no ${message} ${'p'.repeat(64)}. Check the reference.`)
      expect(await readMessage(65)).toBe(`There is no ${message} ${'p'.repeat(64)}…. Check the reference.`)
    }
    expect(truncateReference('p'.repeat(65))).toBe(`${'p'.repeat(64)}…`)
  })
})
