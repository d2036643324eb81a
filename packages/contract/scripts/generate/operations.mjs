import { operationsOf, publicRoutesOf, quote, resolve, schemasOf, successStatus } from './document.mjs'
import { idTypes } from './schema.mjs'

const nameOfRef = (schema) => schema.$ref.split('/').at(-1)
const ofBody = (document, operation) => {
  const body = operation.requestBody && resolve(document, operation.requestBody)
  if (!body) return undefined
  return nameOfRef(body.content ? body.content['application/json'].schema : operation.requestBody)
}

function dataOf(operation) {
  const data =
    operation.data ?? operation.responses[successStatus(operation)].content['application/json'].schema.properties.data
  return data.$ref ? nameOfRef(data) : `readonly ${nameOfRef(data.items)}[]`
}

/** What an operation takes and gives, as types, and the row of the table that the client reads while it runs. */
function rowOf(document, operation) {
  const { operationId: id, method, path, summary } = operation
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter))
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const scope = operation['x-scope']
  const optional = (parameter) => (parameter.required ? '' : '?')
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
        ? `{ ${inQuery.map((one) => `readonly ${one.name}${optional(one)}: string`).join('; ')} }`
        : 'undefined',
    input: ofBody(document, operation) ?? 'undefined',
    data: dataOf(operation),
  }
}

const members = (entries) =>
  entries.map(([key, value]) => `readonly ${key}: ${value.startsWith('[') ? 'readonly ' : ''}${value}`).join('; ')
const constant = ({
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
const shape = ({ id, route, row, params, query, input, data }) =>
  `  ${id}: { route: '${route}'; method: ${row.method}; scope: ${row.scope}; params: ${params}; query: ${query}; input: ${input}; data: ${data} }`

/** The endpoint table: a constant for each operation, so that a bundler keeps only those that are used. */
export function operationTable(document) {
  const rows = operationsOf(document).map((operation) => rowOf(document, operation))
  // A public route is called by POST, so that what is asked stays out of addresses.
  const publicRows = publicRoutesOf(document)
    .filter(({ method, operationId }) => method === 'POST' && operationId)
    .map((route) => rowOf(document, route))
  const records = [
    ...new Set([...rows, ...publicRows].flatMap(({ data, input }) => [data.replace(/^readonly |\[\]$/g, ''), input])),
  ]
    .filter((name) => name !== 'undefined')
    .sort()
  if (!records.every((name) => schemasOf(document)[name]))
    throw new Error('an operation names a schema that does not exist')
  const ids = Object.values(idTypes).filter((type) => rows.some(({ params }) => params.includes(type)))
  const scopes = [...new Set(rows.map(({ scope }) => scope))]
  return `import type { ${ids.join(', ')} } from '../record.js'
import type { ${records.join(', ')} } from './schema.js'

${[...rows, ...publicRows].map(constant).join('\n\n')}

/** One grant of a key. */
export type Scope = ${scopes.map(quote).join(' | ')}

/** Every scope there is. */
export const scopes: readonly Scope[] = [${scopes.map(quote).join(', ')}]

/** What goes into an operation and what comes out of it. */
export interface Operations {
${rows.map(shape).join('\n')}
}

/** The same for what needs no key. */
export interface PublicOperations {
${publicRows.map(shape).join('\n')}
}

/** The rows of the operations that need a key, in the order of openapi.yaml. */
export const endpointTable: readonly [${rows.map(({ id }) => `typeof ${id}`).join(', ')}] = [
${rows.map(({ id }) => `  ${id},`).join('\n')}
]
`
}
