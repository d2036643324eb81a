import { endpointTable } from '@cedi/contract/generated/operations'
import { at, type Description, type Schema } from '../../schema.js'
import type { CheckContext } from '../check-context.js'
import { type Action, differs, holds, type Line, nameFirst, toVerdict, unknown } from '../line.js'
import { listRenamed } from '../names.js'
import { describeResponse, type Exchange, toObject } from '../service-client.js'

const statements = {
  version: { id: 'description.version', title: 'the description is OpenAPI 3.1.0', source: 'Versioning' },
  paths: {
    id: 'description.paths',
    title: 'the description has the nine paths of the endpoint table',
    source: 'Versioning',
  },
  parameters: {
    id: 'description.parameters',
    title: 'the parameters in the description match the contract',
    source: 'Endpoints (Query limit)',
  },
  scopes: {
    id: 'description.scopes',
    title: 'the scopes in the description are those of the endpoint table',
    source: 'Endpoints',
  },
  key: {
    id: 'description.key',
    title: 'the key in the description is a Bearer token',
    source: 'Authentication, rule 1',
  },
  schemas: { id: 'description.schemas', title: 'the schemas in the description match the contract', source: '0008' },
}

/** Compares the service's OpenAPI document with the contract's. */
export async function checkDescription({ service }: CheckContext, contract: Description): Promise<Line[]> {
  const response = await service.get('/api/v1/openapi.json')
  const statement = {
    id: 'description.served',
    title: 'the description is served without an envelope and without a key',
    source: '0002',
  }
  if (response.problem !== undefined)
    return [statement, ...Object.values(statements)].map((one) => unknown(one, response.problem as string))
  const document = findDocument(response)
  const line =
    typeof toObject(response.body)['openapi'] === 'string'
      ? holds(statement)
      : differs(statement, document ? 'It is in an envelope.' : `Got ${describeResponse(response)}.`)
  if (!document) return [line, ...Object.values(statements).map((one) => unknown(one, 'There is no description.'))]
  return [
    line,
    checkVersion(document),
    compareOperations(contract, document),
    compareParameters(contract, document),
    compareScopes(document),
    checkKeyScheme(document),
    compareSchemas(contract, document, collectNames(service.exchanges)),
  ]
}

/** Returns the OpenAPI document, also from an envelope. */
function findDocument({ body }: Exchange): Description | undefined {
  const candidates = [toObject(body), toObject(toObject(body)['data'])]
  return candidates.find(
    ({ openapi, paths }) => typeof openapi === 'string' && typeof paths === 'object' && paths !== null,
  ) as Description | undefined
}

function checkVersion({ openapi }: Description): Line {
  return openapi === '3.1.0'
    ? holds(statements.version)
    : differs(statements.version, `It is ${String(openapi).slice(0, 20)}.`)
}

function compareOperations(contract: Description, actual: Description): Line {
  const known = new Map(
    endpointTable
      .filter(({ path, method }) => contract.paths[path]?.[method.toLowerCase()] !== undefined)
      .map((row) => [`${row.method} ${row.path}`, row]),
  )
  const methods = ['get', 'post', 'put', 'patch', 'delete']
  const listed = new Set(
    Object.entries(actual.paths).flatMap(([path, item]) =>
      Object.keys(toObject(item))
        .filter((method) => methods.includes(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    ),
  )
  const deviations: string[] = []
  const actions: Action[] = []
  for (const [route, { method, path }] of known)
    if (!listed.has(route)) {
      deviations.push(`${route} is missing.`)
      actions.push({ target: `$.paths['${path}'].${method.toLowerCase()}`, remove: true })
    }
  for (const route of listed) {
    if (known.has(route)) continue
    const [, path = ''] = route.split(' ')
    // The document may include its own path.
    if (path === '/api/v1/openapi.json') continue
    // No action: an operation needs a scope, schemas and examples, which a path alone does not show.
    deviations.push(`It has ${route.slice(0, 100)}.`)
  }
  return toVerdict(statements.paths, deviations, actions)
}

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly schema?: ParameterSchema
}
type ParameterSchema = Schema & { readonly maximum?: number }

/** Returns the parameters of an operation by location and name, with `$ref` resolved. */
function collectParameters(
  document: Description,
  path: string,
  method: string,
): ReadonlyMap<string, { readonly schema: ParameterSchema; readonly pointer: string }> {
  const item = toObject(document.paths[path])
  const listed = [...toArray(item['parameters']), ...toArray(toObject(item[method])['parameters'])]
  return new Map(
    listed.map(toObject).map((one: Parameter) => {
      const pointer = typeof one.$ref === 'string' ? one.$ref : ''
      const found: Parameter = pointer ? toObject(at(document, pointer)) : one
      return [`${found.in} ${String(found.name).toLowerCase()}`, { schema: toObject(found.schema), pointer }]
    }),
  )
}

function compareParameters(contract: Description, actual: Description): Line {
  const deviations: string[] = []
  const actions: Action[] = []
  for (const { method, path, id } of endpointTable) {
    const expected = collectParameters(contract, path, method.toLowerCase())
    const other = collectParameters(actual, path, method.toLowerCase())
    for (const [name, { schema, pointer }] of expected) {
      if (!other.has(name)) deviations.push(`${id} has no ${name}.`)
      for (const keyword of ['type', 'maximum'] as const) {
        const value = other.get(name)?.schema[keyword]
        if (value === undefined || String(value) === String(schema[keyword])) continue
        deviations.push(
          keyword === 'type'
            ? `${id}: ${name} is ${String(value)}, not ${String(schema.type)}.`
            : `${id}: ${name} has the maximum ${String(value)}, not ${schema.maximum ?? 'none'}.`,
        )
        if (pointer)
          actions.push({ target: `$.${pointer.slice(2).replaceAll('/', '.')}.schema`, update: { [keyword]: value } })
      }
    }
    for (const name of other.keys())
      if (!expected.has(name) && !name.includes('undefined')) deviations.push(`${id} has ${name}.`)
  }
  return toVerdict(statements.parameters, deviations, actions)
}

/** Returns the scopes of an operation; undefined if it requires no key. */
function collectScopes(document: Description, operation: Readonly<Record<string, unknown>>): string[] | undefined {
  const security = toArray(operation['security'] ?? toObject(document)['security'])
  const scopes = security.flatMap((one) => Object.values(toObject(one)).flatMap(toArray))
  return security.length === 0 ? undefined : [...new Set(scopes.map(String))]
}

/** Compares the scopes. A scheme without scopes, such as a plain Bearer key, does not show them. */
function compareScopes(document: Description): Line {
  const deviations: string[] = []
  let count = 0
  for (const { method, path, scope } of endpointTable) {
    const operation = toObject(document.paths[path])[method.toLowerCase()]
    if (operation === undefined) continue
    const scopes = collectScopes(document, toObject(operation))
    if (scopes === undefined) deviations.push(`${method} ${path} requires no key.`)
    else if (scopes.length > 0 && !scopes.includes(scope))
      deviations.push(`${method} ${path} requires ${scopes.join(', ').slice(0, 100)}, not ${scope}.`)
    if (scopes !== undefined && scopes.length > 0) count++
  }
  return deviations.length > 0 || count > 0
    ? toVerdict(statements.scopes, nameFirst(deviations))
    : unknown(statements.scopes, 'Its operations have no scopes.')
}

/** Checks the security schemes that operations use: a generated client sends the key as they say. */
function checkKeyScheme(document: Description): Line {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(toObject(item)).map(toObject))
  const used = [toObject(document), ...operations].flatMap(({ security }) =>
    toArray(security).flatMap((one) => Object.keys(toObject(one))),
  )
  const schemes = toObject(toObject(document.components)['securitySchemes'])
  const found = [...new Set(used)].filter((name) => schemes[name] !== undefined)
  if (found.length === 0) return unknown(statements.key, 'It has no security scheme.')
  return toVerdict(
    statements.key,
    found.map((name) => {
      const { type, scheme, in: place, name: header } = toObject(schemes[name])
      const isBearer = type === 'http' && String(scheme).toLowerCase() === 'bearer'
      const words = type === 'apiKey' ? [type, 'in the', place, header] : [type, scheme]
      return (
        !isBearer &&
        `${name.slice(0, 60)} is ${words.filter(Boolean).map(String).join(' ').slice(0, 100)}, not http bearer.`
      )
    }),
  )
}

/** Converts a name to that of the contract, if responses have it as another spelling. */
type NameConverter = (name: string) => string

function collectNames(exchanges: readonly Exchange[]): NameConverter {
  const renamed = exchanges.flatMap(({ body }) => listRenamed(body))
  const names = new Map(renamed.map(({ name, original }) => [original, name]))
  return (name) => names.get(name) ?? name
}

/**
 * Compares schemas with the same name: fields, types and enum values. Another spelling of names that responses have is
 * reported with the records.
 */
function compareSchemas(contract: Description, actual: Description, toName: NameConverter): Line {
  const others = toObject(toObject(actual.components)['schemas'])
  const named = Object.entries(contract.components.schemas).filter(([name]) => others[name])
  if (named.length === 0)
    return unknown(statements.schemas, 'Its schemas have other names. The returned records are compared.')
  const deviations = named.flatMap(([name, schema]) =>
    compareSchema(name, schema, renameFields(toObject(others[name]), toName)),
  )
  return toVerdict(statements.schemas, deviations)
}

const renameFields = (schema: Schema, toName: NameConverter): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(toObject(schema.properties)).map(([name, field]) => [toName(name), field as Schema]),
  ),
  required: toArray(schema.required).map((name) => toName(String(name))),
})

function compareSchema(name: string, expected: Schema, other: Schema): string[] {
  const deviations: string[] = []
  const properties = toObject(other.properties)
  const fields = new Set([...Object.keys(expected.properties ?? {}), ...Object.keys(properties)])
  for (const field of fields) {
    const [expectedField, actualField] = [expected.properties?.[field], properties[field]]
    if (!actualField) deviations.push(`${name}.${field} is missing.`)
    else if (!expectedField) deviations.push(`${name} has ${field.slice(0, 60)}.`)
    else if (!isDescribedBy(expectedField, toObject(actualField))) deviations.push(`${name}.${field} differs.`)
  }
  if (String(expected.type) !== String(other.type))
    deviations.push(`${name} is ${String(other.type)}, not ${String(expected.type)}.`)
  if ([...(expected.required ?? [])].sort().join() !== [...toArray(other.required)].sort().join())
    deviations.push(`${name} requires other fields.`)
  if (String(expected.enum) !== String(other.enum)) deviations.push(`${name} has other values.`)
  return deviations
}

const listAlternatives = ({ anyOf, oneOf }: Schema): readonly Schema[] =>
  [...toArray(anyOf), ...toArray(oneOf)].map(toObject)

/** Returns whether a described field is the contract's field, or consists of alternatives that the contract allows. */
function isDescribedBy(expected: Schema, actual: Schema): boolean {
  const [allowed, described] = [listAlternatives(expected), listAlternatives(actual)]
  if (allowed.length === 0) return described.length === 0 && toComparable(expected) === toComparable(actual)
  const known = new Set(allowed.map(toComparable))
  return (described.length > 0 ? described : [actual]).every((one) => known.has(toComparable(one)))
}

/** Returns the validation keywords of a schema, without descriptions and examples. */
const toComparable = ({
  $ref,
  type,
  enum: words,
  const: only,
  items,
  format,
}: Schema & { readonly format?: string }): string =>
  JSON.stringify([$ref, type, words, only, items?.$ref ?? items?.type, format])
