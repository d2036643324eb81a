import { describeValue } from './options.js'

/** Difference between a value and its schema. Its message contains no string of the value. */
export interface SchemaIssue {
  /** Expected and actual type. */
  readonly message: string
  /** Names and indexes that lead to the value. */
  readonly path: readonly (string | number)[]
}

/** Result of a validation. */
export type SchemaResult<T> =
  | {
      /** The value itself, with fields that the schema does not list. */
      readonly value: T
      /** Absent if the value is valid. */
      readonly issues?: undefined
    }
  | {
      /** All differences. */
      readonly issues: readonly SchemaIssue[]
    }

/** Schema of a response that implements Standard Schema (https://standardschema.dev). */
export interface ResponseSchema<T> {
  /** Interface of Standard Schema. */
  readonly '~standard': {
    /** Version of Standard Schema. */
    readonly version: 1
    /** Library that made the schema. */
    readonly vendor: 'cedi'
    /** Validates a value. */
    validate(value: unknown): SchemaResult<T>
    /** Types of the schema, never present at run time. */
    readonly types?: { readonly input: T; readonly output: T } | undefined
  }
}

/** The part of JSON Schema that describes responses. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: 'date-time'
  readonly minimum?: number
  readonly items?: JsonSchema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema
}

/** Creates a schema from its JSON Schema. Unknown fields and new values of open lists are valid. */
export const createSchema = <T>(schema: JsonSchema): ResponseSchema<T> => ({
  '~standard': {
    version: 1,
    vendor: 'cedi',
    validate(value) {
      const issues = findIssues(schema, value)
      return issues.length > 0 ? { issues } : { value: value as T }
    },
  },
})

/** Formats a path: `data.items[0].name`. */
export const formatPath = (path: readonly (string | number)[]): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index > 0 ? `.${part}` : part)).join('')

function findIssues(schema: JsonSchema, value: unknown, path: SchemaIssue['path'] = []): SchemaIssue[] {
  const types = [schema.type ?? []].flat()
  const expected = describeExpected(schema, types)
  const actual = readType(value)
  const isType = types.length === 0 || types.includes(actual) || (types.includes('number') && actual === 'integer')
  const isValid =
    isType && (actual === 'null' || !schema.enum || schema.enum.includes(value)) && hasFormat(schema, value)
  if (!isValid) return [{ message: `expected ${expected}, got ${describeValue(value)}`, path }]
  if (Array.isArray(value))
    return value.flatMap((item, index) => (schema.items ? findIssues(schema.items, item, [...path, index]) : []))
  if (actual !== 'object') return []
  const { properties = {}, required = [], additionalProperties } = schema
  const members = value as Readonly<Record<string, unknown>>
  const names = new Set([...required, ...(additionalProperties ? Object.keys(members) : Object.keys(properties))])
  return [...names].flatMap((name) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    const isChecked = member && (members[name] !== undefined || required.includes(name))
    return isChecked ? findIssues(member, members[name], [...path, name]) : []
  })
}

const hasFormat = ({ format, minimum }: JsonSchema, value: unknown): boolean =>
  typeof value === 'string'
    ? format === undefined || (/^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)))
    : typeof value !== 'number' || minimum === undefined || value >= minimum

const readType = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : Number.isNaN(value)
          ? 'NaN'
          : typeof value

function describeExpected({ enum: values, format, minimum }: JsonSchema, types: readonly string[]): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  const range = minimum === undefined ? '' : ` from ${minimum}`
  return types
    .map((type) => (type === 'string' && format ? 'a date and time' : (typeNames[type] ?? type) + range))
    .join(' or ')
}
const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
}
