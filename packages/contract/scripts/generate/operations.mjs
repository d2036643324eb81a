import { listOperations, listPublicRoutes, listSchemas, quote, resolve, successStatus } from './document.mjs'
import { idTypes } from './schema.mjs'

const refName = (schema) => schema.$ref.split('/').at(-1)
const bodyTypeName = (document, operation) => {
  const body = operation.requestBody && resolve(document, operation.requestBody)
  if (!body) return undefined
  return refName(body.content ? body.content['application/json'].schema : operation.requestBody)
}

export function describeData(operation) {
  const data =
    operation.data ?? operation.responses[successStatus(operation)].content['application/json'].schema.properties.data
  return data.$ref ? refName(data) : `readonly ${refName(data.items)}[]`
}

/** Generates the input and output types of an operation, and its row of the endpoint table. */
function createRow(document, operation) {
  const { operationId: id, method, path, summary } = operation
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter))
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const scope = operation['x-scope']
  return {
    id,
    summary,
    route: `${method} ${path}`,
    scope,
    row: {
      id: quote(id),
      method: quote(method),
      path: quote(path),
      scope: scope ? quote(scope) : 'null',
      ...(inQuery.length > 0 && { query: `[${inQuery.map(({ name }) => quote(name)).join(', ')}]` }),
    },
    params:
      inPath.length > 0
        ? `{ ${inPath.map(({ name, schema }) => `readonly ${name}: ${idTypes[schema['x-id']] ?? 'string'}`).join('; ')} }`
        : 'undefined',
    query:
      inQuery.length > 0
        ? `{ ${inQuery.map((parameter) => `readonly ${parameter.name}${parameter.required ? ': string' : '?: string | undefined'}`).join('; ')} }`
        : 'undefined',
    input: bodyTypeName(document, operation) ?? 'undefined',
    data: describeData(operation),
  }
}

const members = (entries) =>
  entries.map(([key, value]) => `readonly ${key}: ${value.startsWith('[') ? 'readonly ' : ''}${value}`).join('; ')
const renderConstant = ({
  id,
  summary,
  route,
  scope,
  row,
}) => `/** ${summary}: \`${route}\`, ${scope ? `scope \`${scope}\`` : 'no key'}. */
export const ${id}: { ${members(Object.entries(row))} } = {
${Object.entries(row)
  .map(([key, value]) => `  ${key}: ${value},`)
  .join('\n')}
}`
const renderType = ({ id, summary, route, row, params, query, input, data }) =>
  `  /** ${summary}. */
  ${id}: { route: '${route}'; method: ${row.method}; scope: ${row.scope}; params: ${params}; query: ${query}; input: ${input}; data: ${data} }`

/** Generates the endpoint table. Each operation is a constant, so that bundlers can drop unused ones. */
export function operationTable(document) {
  const rows = listOperations(document).map((operation) => createRow(document, operation))
  // Only public POST routes are operations of the client: their input is not in URLs and logs.
  const publicRows = listPublicRoutes(document)
    .filter(({ method, operationId }) => method === 'POST' && operationId)
    .map((route) => createRow(document, route))
  const records = [
    ...new Set([...rows, ...publicRows].flatMap(({ data, input }) => [data.replace(/^readonly |\[\]$/g, ''), input])),
  ]
    .filter((name) => name !== 'undefined')
    .sort()
  if (!records.every((name) => listSchemas(document)[name]))
    throw new Error('an operation names a schema that does not exist')
  const ids = Object.values(idTypes).filter((type) => rows.some(({ params }) => params.includes(type)))
  const scopes = [...new Set(rows.map(({ scope }) => scope))]
  return `import type { ${ids.join(', ')} } from '../record.js'
import type { ${records.join(', ')} } from './schema.js'

${[...rows, ...publicRows].map(renderConstant).join('\n\n')}

/** A permission of an API key. */
export type Scope = ${scopes.map(quote).join(' | ')}

/** All scopes. */
export const scopes: readonly Scope[] = [${scopes.map(quote).join(', ')}]

/** Input and output types of the operations. */
export interface Operations {
${rows.map(renderType).join('\n')}
}

/** Input and output types of the public routes. */
export interface PublicOperations {
${publicRows.map(renderType).join('\n')}
}

/** Operations that require an API key, in the order of openapi.yaml. */
export const endpointTable: readonly [${rows.map(({ id }) => `typeof ${id}`).join(', ')}] = [
${rows.map(({ id }) => `  ${id},`).join('\n')}
]
`
}
