import { endpointTable } from '@cedi/contract/generated/operations'
import { at, type Description, description as ours, type Schema } from '../../schema.js'
import type { CheckContext } from '../check-context.js'
import { type Action, differs, holds, type Line, toVerdict, unknown } from '../line.js'
import { describeResponse, type Exchange, toObject } from '../service-client.js'

const statements = {
  version: { id: 'description.version', title: 'the description is OpenAPI 3.1.0', source: 'Versioning' },
  paths: {
    id: 'description.paths',
    title: 'it describes nine paths, those of the endpoint table',
    source: 'Versioning',
  },
  parameters: { id: 'description.parameters', title: 'its parameters are ours', source: 'Endpoints (Query limit)' },
  schemas: { id: 'description.schemas', title: 'its records are ours', source: '0008' },
}

/** Compares the service's OpenAPI document with the contract's. */
export async function descriptionLines({ service }: CheckContext): Promise<Line[]> {
  const served = await service.get('/api/v1/openapi.json')
  const statement = { id: 'description.served', title: 'the description is served bare, without a key', source: '0002' }
  const found = foundIn(served)
  const line =
    typeof toObject(served.body)['openapi'] === 'string'
      ? holds(statement)
      : differs(statement, found ? 'It is in an envelope.' : `Got ${describeResponse(served)}.`)
  if (!found) return [line, ...Object.values(statements).map((one) => unknown(one, 'There is no description.'))]
  return [line, versionLine(found), pathsLine(found), parametersLine(found), schemasLine(found)]
}

/** Returns the OpenAPI document, also from an envelope. */
function foundIn({ body }: Exchange): Description | undefined {
  const candidates = [toObject(body), toObject(toObject(body)['data'])]
  return candidates.find(
    ({ openapi, paths }) => typeof openapi === 'string' && typeof paths === 'object' && paths !== null,
  ) as Description | undefined
}

function versionLine({ openapi }: Description): Line {
  return openapi === '3.1.0'
    ? holds(statements.version)
    : differs(statements.version, `It says ${String(openapi).slice(0, 20)}.`)
}

function pathsLine(theirs: Description): Line {
  const known = new Map(endpointTable.map((row) => [`${row.method} ${row.path}`, row]))
  const methods = ['get', 'post', 'put', 'patch', 'delete']
  const listed = new Set(
    Object.entries(theirs.paths).flatMap(([path, item]) =>
      Object.keys(toObject(item))
        .filter((method) => methods.includes(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    ),
  )
  const wrong: string[] = []
  const actions: Action[] = []
  for (const [route, { method, path }] of known)
    if (!listed.has(route)) {
      wrong.push(`${route} is not in it.`)
      actions.push({ target: `$.paths['${path}'].${method.toLowerCase()}`, remove: true })
    }
  for (const route of listed) {
    if (known.has(route)) continue
    const [method = '', path = ''] = route.split(' ')
    // The document may include its own path.
    if (path === '/api/v1/openapi.json') continue
    wrong.push(`It has ${route.slice(0, 100)}.`)
    actions.push({
      target: '$.paths',
      update: { [path]: { [method.toLowerCase()]: theirs.paths[path]?.[method.toLowerCase()] } },
    })
  }
  return toVerdict(statements.paths, wrong, actions)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly schema?: Schema
}

/** Returns the parameters of an operation by location and name, with `$ref` resolved. */
function parametersOf(
  document: Description,
  path: string,
  method: string,
): ReadonlyMap<string, { readonly schema: Schema; readonly pointer: string }> {
  const item = toObject(document.paths[path])
  const listed = [...listOf(item['parameters']), ...listOf(toObject(item[method])['parameters'])]
  return new Map(
    listed.map(toObject).map((one: Parameter) => {
      const pointer = typeof one.$ref === 'string' ? one.$ref : ''
      const found: Parameter = pointer ? toObject(at(document, pointer)) : one
      return [`${found.in} ${String(found.name).toLowerCase()}`, { schema: toObject(found.schema), pointer }]
    }),
  )
}

function parametersLine(theirs: Description): Line {
  const wrong: string[] = []
  const actions: Action[] = []
  for (const { method, path, id } of endpointTable) {
    const mine = parametersOf(ours, path, method.toLowerCase())
    const other = parametersOf(theirs, path, method.toLowerCase())
    for (const [name, { schema, pointer }] of mine) {
      const type = other.get(name)?.schema.type
      if (!other.has(name)) wrong.push(`${id} has no ${name}.`)
      else if (type !== undefined && String(type) !== String(schema.type)) {
        wrong.push(`${id}: ${name} is ${String(type)}, not ${String(schema.type)}.`)
        if (pointer) actions.push({ target: `$.${pointer.slice(2).replaceAll('/', '.')}.schema`, update: { type } })
      }
    }
    for (const name of other.keys())
      if (!mine.has(name) && !name.includes('undefined')) wrong.push(`${id} has ${name}.`)
  }
  return toVerdict(statements.parameters, wrong, actions)
}

/** Compares schemas with the same name: fields, types and enum values. */
function schemasLine(theirs: Description): Line {
  const others = toObject(toObject(theirs.components)['schemas'])
  const named = Object.entries(ours.components.schemas).filter(([name]) => others[name])
  if (named.length === 0)
    return unknown(statements.schemas, 'It names its schemas otherwise. The records that were answered are compared.')
  const wrong = named.flatMap(([name, schema]) => schemaDifferences(name, schema, toObject(others[name])))
  return toVerdict(statements.schemas, wrong)
}

function schemaDifferences(name: string, mine: Schema, other: Schema): string[] {
  const wrong: string[] = []
  const properties = toObject(other.properties)
  const fields = new Set([...Object.keys(mine.properties ?? {}), ...Object.keys(properties)])
  for (const field of fields) {
    const [here, there] = [mine.properties?.[field], properties[field]]
    if (!there) wrong.push(`${name}.${field} is not in it.`)
    else if (!here) wrong.push(`${name} has ${field.slice(0, 60)}.`)
    else if (shape(here) !== shape(toObject(there))) wrong.push(`${name}.${field} is another.`)
  }
  if (String(mine.type) !== String(other.type))
    wrong.push(`${name} is ${String(other.type)}, not ${String(mine.type)}.`)
  if ([...(mine.required ?? [])].sort().join() !== [...listOf(other.required)].sort().join())
    wrong.push(`${name} requires other fields.`)
  if (String(mine.enum) !== String(other.enum)) wrong.push(`${name} has other words.`)
  return wrong
}

/** Returns the validation keywords of a schema, without descriptions and examples. */
const shape = ({
  $ref,
  type,
  enum: words,
  const: only,
  items,
  format,
}: Schema & { readonly format?: string }): string =>
  JSON.stringify([$ref, type, words, only, items?.$ref ?? items?.type, format])
