import { operationsOf, quote, schemasOf, successStatus } from './document.mjs'

const inputOf = (operation) => operation.requestBody?.content['application/json'].schema.$ref.split('/').at(-1)

function dataOf(operation) {
  const { data } = operation.responses[successStatus(operation)].content['application/json'].schema.properties
  return data.$ref ? data.$ref.split('/').at(-1) : `readonly ${data.items.$ref.split('/').at(-1)}[]`
}

/** The endpoint table: a constant for each operation, so that a bundler keeps only those that are used. */
export function operationTable(document) {
  const operations = operationsOf(document)
  const records = [
    ...new Set(operations.flatMap((o) => [dataOf(o).replace(/^readonly |\[\]$/g, ''), inputOf(o)]).filter(Boolean)),
  ].sort()
  if (!records.every((name) => schemasOf(document)[name]))
    throw new Error('an operation names a schema that does not exist')
  const rows = operations.map(
    (o) => `/** ${o.summary}: \`${o.method} ${o.path}\`, scope \`${o['x-scope']}\`. */
export const ${o.operationId}: { readonly id: '${o.operationId}'; readonly method: '${o.method}'; readonly path: '${o.path}'; readonly scope: '${o['x-scope']}' } = {
  id: '${o.operationId}',
  method: '${o.method}',
  path: '${o.path}',
  scope: '${o['x-scope']}',
}`,
  )
  const scopes = [...new Set(operations.map((o) => o['x-scope']))]
  return `import type { ${records.join(', ')} } from './schema.js'

${rows.join('\n\n')}

/** One grant of a key. */
export type Scope = ${scopes.map(quote).join(' | ')}

/** Every scope there is. */
export const scopes: readonly Scope[] = [${scopes.map(quote).join(', ')}]

/** What goes into an operation and what comes out of it. */
export interface Operations {
${operations
  .map(
    (o) =>
      `  ${o.operationId}: { route: '${o.method} ${o.path}'; scope: '${o['x-scope']}'; input: ${inputOf(o) ?? 'undefined'}; data: ${dataOf(o)} }`,
  )
  .join('\n')}
}
`
}
