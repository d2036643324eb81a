import { openapiJson } from '@cedi/contract/generated/openapi'
import fc from 'fast-check'

/** The parts of the contract's JSON Schema from which bodies are made. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly 'x-alternatives'?: readonly Readonly<Record<string, Alternative>>[]
}
interface Alternative {
  readonly required?: readonly string[]
  readonly optional?: readonly string[]
  readonly absent?: readonly string[]
  readonly words?: Readonly<Record<string, readonly string[]>>
}

/** A body as JSON. */
export type Body = Readonly<Record<string, unknown>>

/** What exists on the server for which bodies are made. */
export interface Known {
  readonly products: readonly string[]
  readonly payments: readonly string[]
}

const document = JSON.parse(openapiJson)
const schemas: Readonly<Record<string, Schema>> = document.components.schemas

const resolve = (schema: Schema): Schema =>
  schema.$ref ? { ...resolve(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}), ...schema } : schema

/** The schema of what an operation takes. */
const inputOf = (name: string): Schema => resolve(schemas[name] ?? {})

/**
 * Values that fit a pattern and also the rules in words: a valid phone number of a network, a card with its check
 * digit, an address without credentials.
 */
const makeByName = ({ products, payments }: Known): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  amount: fc.integer({ min: 100, max: 99_999 }).map((pesewas) => pesewas / 100),
  price: fc.oneof(
    fc.integer({ min: 100, max: 99_999 }).map((pesewas) => pesewas / 100),
    fc.integer({ min: 100, max: 99_999 }).map((pesewas) => (pesewas / 100).toFixed(2)),
  ),
  product_id: fc.constantFrom(...products),
  payment_ref: fc.constantFrom(...payments),
  phone: fc.constantFrom('0244123789', '+233 20 412 3789', '233264123789', '024 412 3039'),
  number: fc.constantFrom('4242424242424242', '5555 5555 5555 4444', '4000000000000002', '4000002500003155'),
  expiry_year: fc.integer({ min: 2030, max: 2040 }),
  cvc: fc.constantFrom('123', '000'),
  email: fc.constantFrom('kofi@example.com', 'ama+shop@example.com.gh'),
  return_url: fc.constantFrom('https://shop.example/thanks?order=1', 'http://localhost:3000/'),
  image_url: fc.constantFrom('https://shop.example/tote.png', null),
  allowed_origins: fc.uniqueArray(fc.constantFrom('https://shop.example', 'http://localhost:3000'), { maxLength: 2 }),
  place: fc.constantFrom('Kumasi', 'GA-184-1234', 'AK-039-5028'),
  quantity: fc.integer({ min: 1, max: 3 }),
  // Further products must have a name in the address that is free.
  slug: fc.uuid(),
})

// Making an arbitrary takes longer than making a value.
const made = new WeakMap<Known, ReturnType<typeof makeByName>>()
function byName(known: Known): ReturnType<typeof makeByName> {
  const found = made.get(known) ?? makeByName(known)
  made.set(known, found)
  return found
}

/** Text as people write it: no control characters, some of it far from ASCII. */
const words = (least = 0, most = 60): fc.Arbitrary<string> =>
  fc
    .string({
      unit: fc.constantFrom(...'abc XYZ09.,-!ɛɔŋé₵中'),
      minLength: Math.max(least, 1),
      maxLength: Math.min(most, 60),
    })
    .filter((text) => text.trim().length >= Math.max(least, 1))

/** A value that a schema allows. */
function valueFor(name: string, given: Schema, known: Known): fc.Arbitrary<unknown> {
  const named = byName(known)[name]
  if (named) return named
  const schema = resolve(given)
  const types = [schema.type ?? []].flat()
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.properties) return objectOf(schema, known)
  if (types.includes('array') && schema.items)
    return fc.uniqueArray(valueFor(name, schema.items, known), {
      minLength: schema.minItems ?? 0,
      maxLength: schema.maxItems ?? 3,
    })
  const least = schema.minimum ?? 0
  if (types.includes('integer')) return fc.integer({ min: least, max: Math.min(schema.maximum ?? 1000, least + 1000) })
  if (types.includes('boolean')) return fc.boolean()
  if (typeof schema.additionalProperties === 'object') {
    // The description allows every such name but this one.
    const name = fc.stringMatching(/^[a-z_]{1,12}$/).filter((one) => one !== '__proto__')
    return fc.dictionary(name, words(0, 40), { maxKeys: 4 })
  }
  return words(schema.minLength, schema.maxLength)
}

function objectOf(schema: Schema, known: Known): fc.Arbitrary<Body> {
  const properties = schema.properties ?? {}
  const all = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valueFor(name, field, known)]),
  )
  return fc.record(all, { requiredKeys: (schema.required ?? []) as never[] }) as fc.Arbitrary<Body>
}

/** Bodies that the contract allows: of each list of alternatives one row holds. */
export function goodBody(name: string, known: Known): fc.Arbitrary<Body> {
  const schema = inputOf(name)
  const lists = schema['x-alternatives'] ?? twoPrices(schema)
  return fc.oneof(
    ...combinations(lists.map((list) => Object.values(list))).map((rows) => objectOf(narrowed(schema, rows), known)),
  )
}

/** One of each list, in all ways. */
const combinations = <T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  lists.reduce<readonly (readonly T[])[]>(
    (all, list) => all.flatMap((chosen) => list.map((one) => [...chosen, one])),
    [[]],
  )

/**
 * A schema with the chosen alternatives: what they require is required, what they exclude is gone, enums are smaller.
 */
function narrowed(schema: Schema, rows: readonly Alternative[]): Schema {
  // The schema cannot say which network a number belongs to.
  const absent = new Set(['network', ...rows.flatMap((row) => row.absent ?? [])])
  const words: Readonly<Record<string, readonly string[]>> = Object.assign({}, ...rows.map((row) => row.words ?? {}))
  const properties = Object.entries(schema.properties ?? {})
    .filter(([name]) => !absent.has(name))
    .map(([name, field]) => [name, words[name] ? { type: 'string', enum: words[name] } : field] as const)
  const required = [...(schema.required ?? []), ...rows.flatMap((row) => row.required ?? [])].filter(
    (name) => !absent.has(name),
  )
  return { ...schema, properties: Object.fromEntries(properties), required: [...new Set(required)] }
}

/** The intent states in words what the payment states as alternatives. */
const twoPrices = ({ properties = {} }: Schema): readonly Readonly<Record<string, Alternative>>[] =>
  'amount' in properties && 'product_id' in properties
    ? [
        {
          amount: { required: ['amount'], absent: ['product_id', 'quantity'] },
          product: { required: ['product_id'], absent: ['amount'] },
        },
      ]
    : []

/** A body with one thing wrong, and the field that the refusal must name. */
export interface Spoiled {
  readonly body: Body
  readonly field: string
  readonly how: string
}

/** Bodies that are valid except for one field. */
export function spoiledBody(name: string, known: Known): fc.Arbitrary<Spoiled> {
  const schema = inputOf(name)
  return fc.tuple(goodBody(name, known), fc.nat()).map(([body, choice]) => {
    const ways = [...waysIn(body, schema), { field: 'ammount', how: 'unknown field', body: { ...body, ammount: 5 } }]
    return ways[choice % ways.length] as Spoiled
  })
}

function* waysIn(body: Body, schema: Schema, path = ''): Generator<Spoiled> {
  for (const [name, value] of Object.entries(body)) {
    const field = resolve(schema.properties?.[name] ?? {})
    const at = path + name
    const put = (wrong: unknown, how: string): Spoiled => ({ field: at, how, body: { ...body, [name]: wrong } })
    const types = [field.type ?? []].flat()
    for (const wrong of [true, [], {}, 7.25])
      if (!types.includes(typeOf(wrong)) && !(typeOf(wrong) === 'number' && types.includes('integer')))
        yield put(wrong, `type: ${JSON.stringify(wrong)}`)
    if (!types.includes('null')) yield put(null, 'type: null')
    if (field.enum) yield put('nonsense', 'no such word')
    if (types.includes('integer') && field.minimum !== undefined) yield put(field.minimum - 1, 'too small')
    if (types.includes('integer') && field.maximum !== undefined) yield put(field.maximum + 1, 'too large')
    if (types.includes('string') && !types.includes('number') && field.maxLength && !field.pattern)
      yield put('x'.repeat(field.maxLength + 1), 'too long')
    if (name === 'amount' || name === 'price')
      for (const wrong of ['1.005', '-1', '1e2', '1,00', 1.005, -1, '']) yield put(wrong, `amount: ${wrong}`)
    if (field.properties && typeof value === 'object' && value !== null)
      for (const inner of waysIn(value as Body, field, `${at}.`))
        yield { ...inner, body: { ...body, [name]: inner.body } }
  }
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
