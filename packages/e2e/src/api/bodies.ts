import { openapiJson } from '@cedi/contract/generated/openapi'
import fc from 'fast-check'

/** Supported keywords of the contract's JSON Schema. */
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

/** JSON body of a request. */
export type Body = Readonly<Record<string, unknown>>

/** Identifiers of records that exist on the server. */
export interface ExistingRecords {
  readonly products: readonly string[]
  readonly payments: readonly string[]
}

const document = JSON.parse(openapiJson)
const schemas: Readonly<Record<string, Schema>> = document.components.schemas

const resolve = (schema: Schema): Schema =>
  schema.$ref ? { ...resolve(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}), ...schema } : schema

/** Returns an input schema by its name. */
const getInputSchema = (name: string): Schema => resolve(schemas[name] ?? {})

/**
 * Arbitraries of fields whose rules the schema does not fully describe, such as phone numbers of a network, card numbers
 * with a check digit and URLs without credentials.
 */
const createArbitraries = ({
  products,
  payments,
}: ExistingRecords): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
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
  // Slugs must be unique.
  slug: fc.uuid(),
})

// Cached, because creating an arbitrary takes longer than generating a value.
const arbitrariesByRecords = new WeakMap<ExistingRecords, ReturnType<typeof createArbitraries>>()
function getArbitraries(records: ExistingRecords): ReturnType<typeof createArbitraries> {
  const found = arbitrariesByRecords.get(records) ?? createArbitraries(records)
  arbitrariesByRecords.set(records, found)
  return found
}

/** Returns strings without control characters, with some non-ASCII letters. */
const words = (minLength = 0, maxLength = 60): fc.Arbitrary<string> =>
  fc
    .string({
      unit: fc.constantFrom(...'abc XYZ09.,-!ɛɔŋé₵中'),
      minLength: Math.max(minLength, 1),
      maxLength: Math.min(maxLength, 60),
    })
    .filter((text) => text.trim().length >= Math.max(minLength, 1))

/** Returns valid values of a schema. */
function createValue(name: string, given: Schema, records: ExistingRecords): fc.Arbitrary<unknown> {
  const namedValue = getArbitraries(records)[name]
  if (namedValue) return namedValue
  const schema = resolve(given)
  const types = [schema.type ?? []].flat()
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.properties) return createObject(schema, records)
  if (types.includes('array') && schema.items)
    return fc.uniqueArray(createValue(name, schema.items, records), {
      minLength: schema.minItems ?? 0,
      maxLength: schema.maxItems ?? 3,
    })
  const minLength = schema.minimum ?? 0
  if (types.includes('integer'))
    return fc.integer({ min: minLength, max: Math.min(schema.maximum ?? 1000, minLength + 1000) })
  if (types.includes('boolean')) return fc.boolean()
  if (typeof schema.additionalProperties === 'object') {
    // The contract excludes `__proto__`.
    const name = fc.stringMatching(/^[a-z_]{1,12}$/).filter((item) => item !== '__proto__')
    return fc.dictionary(name, words(0, 40), { maxKeys: 4 })
  }
  return words(schema.minLength, schema.maxLength)
}

function createObject(schema: Schema, records: ExistingRecords): fc.Arbitrary<Body> {
  const properties = schema.properties ?? {}
  const all = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, createValue(name, field, records)]),
  )
  return fc.record(all, { requiredKeys: (schema.required ?? []) as never[] }) as fc.Arbitrary<Body>
}

/** Returns valid bodies. They satisfy one row of each list of alternatives. */
export function createValidBody(name: string, records: ExistingRecords): fc.Arbitrary<Body> {
  const schema = getInputSchema(name)
  const lists = schema['x-alternatives'] ?? getPriceAlternatives(schema)
  return fc.oneof(
    ...combinations(lists.map((list) => Object.values(list))).map((rows) =>
      createObject(narrowSchema(schema, rows), records),
    ),
  )
}

/** Returns the Cartesian product of the lists. */
const combinations = <T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  lists.reduce<readonly (readonly T[])[]>(
    (all, list) => all.flatMap((subset) => list.map((item) => [...subset, item])),
    [[]],
  )

/**
 * Applies alternatives to a schema: adds their required fields, removes their excluded fields, restricts enums.
 */
function narrowSchema(schema: Schema, rows: readonly Alternative[]): Schema {
  // The schema cannot express the network of a number.
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

/** Returns the price alternatives of a checkout intent, which its schema describes only in prose. */
const getPriceAlternatives = ({ properties = {} }: Schema): readonly Readonly<Record<string, Alternative>>[] =>
  'amount' in properties && 'product_id' in properties
    ? [
        {
          amount: { required: ['amount'], absent: ['product_id', 'quantity'] },
          product: { required: ['product_id'], absent: ['amount'] },
        },
      ]
    : []

/** Body with one invalid field, and the field that the error must name. */
export interface InvalidBody {
  readonly body: Body
  readonly field: string
  readonly reason: string
}

/** Returns bodies that are valid except for one field. */
export function createInvalidBody(name: string, records: ExistingRecords): fc.Arbitrary<InvalidBody> {
  const schema = getInputSchema(name)
  return fc.tuple(createValidBody(name, records), fc.nat()).map(([body, choice]) => {
    const candidates = [
      ...listInvalidBodies(body, schema),
      { field: 'ammount', reason: 'unknown field', body: { ...body, ammount: 5 } },
    ]
    return candidates[choice % candidates.length] as InvalidBody
  })
}

function* listInvalidBodies(body: Body, schema: Schema, path = ''): Generator<InvalidBody> {
  for (const [name, value] of Object.entries(body)) {
    const field = resolve(schema.properties?.[name] ?? {})
    const at = path + name
    const replaceValue = (invalidValue: unknown, reason: string): InvalidBody => ({
      field: at,
      reason,
      body: { ...body, [name]: invalidValue },
    })
    const types = [field.type ?? []].flat()
    for (const invalidValue of [true, [], {}, 7.25])
      if (!types.includes(getType(invalidValue)) && !(getType(invalidValue) === 'number' && types.includes('integer')))
        yield replaceValue(invalidValue, `type: ${JSON.stringify(invalidValue)}`)
    if (!types.includes('null')) yield replaceValue(null, 'type: null')
    if (field.enum) yield replaceValue('nonsense', 'no such word')
    if (types.includes('integer') && field.minimum !== undefined) yield replaceValue(field.minimum - 1, 'too small')
    if (types.includes('integer') && field.maximum !== undefined) yield replaceValue(field.maximum + 1, 'too large')
    if (types.includes('string') && !types.includes('number') && field.maxLength && !field.pattern)
      yield replaceValue('x'.repeat(field.maxLength + 1), 'too long')
    if (name === 'amount' || name === 'price')
      for (const invalidValue of ['1.005', '-1', '1e2', '1,00', 1.005, -1, ''])
        yield replaceValue(invalidValue, `amount: ${invalidValue}`)
    if (field.properties && typeof value === 'object' && value !== null)
      for (const inner of listInvalidBodies(value as Body, field, `${at}.`))
        yield { ...inner, body: { ...body, [name]: inner.body } }
  }
}

const getType = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
