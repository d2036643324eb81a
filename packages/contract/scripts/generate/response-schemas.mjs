import { listOperations, listPublicRoutes, listSchemas, quote, resolve } from './document.mjs'
import { describeData } from './operations.mjs'

/** Returns the part of a schema that `src/response-schema.ts` checks, with references resolved. */
function toJsonSchema(document, reference) {
  const schema = resolve(document, reference)
  const alternatives = schema.oneOf?.map((alternative) => toJsonSchema(document, alternative))
  if (alternatives) {
    const [record, nothing, ...more] = alternatives
    if (more.length > 0 || nothing?.type !== 'null') throw new Error('oneOf must be a schema and null.')
    return { ...record, type: [record.type, 'null'] }
  }
  const { type, format, minimum, items, required, properties, additionalProperties } = schema
  const values = schema.const === undefined ? schema.enum : [schema.const]
  // A program must accept the new values of an open list.
  const isClosed = values !== undefined && !schema['x-open-enum']
  return {
    type,
    ...(isClosed && { enum: values.filter((value) => value !== null) }),
    ...(format === 'date-time' && { format }),
    ...(minimum !== undefined && { minimum }),
    ...(items && { items: toJsonSchema(document, items) }),
    ...(required && { required }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, toJsonSchema(document, value)]),
      ),
    }),
    ...(additionalProperties && { additionalProperties: toJsonSchema(document, additionalProperties) }),
  }
}

const toIdentifier = (name) => name[0].toLowerCase() + name.slice(1)

/** Generates a schema for each record and list of a response, and the table of the operations. */
export function responseSchemas(document) {
  const operations = [...listOperations(document), ...listPublicRoutes(document)].map((operation) => {
    const type = describeData(operation)
    const record = type.replace(/^readonly (\w+)\[\]$/, '$1')
    return { operation, record, isList: record !== type }
  })
  const records = [...new Set(operations.map(({ record }) => record)), 'Failure']
  const lists = [...new Set(operations.filter(({ isList }) => isList).map(({ record }) => record))]
  const constants = records.map((name) => {
    const schema = toJsonSchema(document, listSchemas(document)[name])
    return `const ${toIdentifier(name)}: JsonSchema = ${JSON.stringify(schema)}
/** Schema of \`${name}\`. ${listSchemas(document)[name].description} */
export const ${toIdentifier(name)}Schema: ResponseSchema<${name}> = /* @__PURE__ */ createSchema(${toIdentifier(name)})`
  })
  const listConstants = lists.map(
    (name) => `/** Schema of a list of \`${name}\`. */
export const ${toIdentifier(name)}ListSchema: ResponseSchema<readonly ${name}[]> = /* @__PURE__ */ createSchema({ type: 'array', items: ${toIdentifier(name)} })`,
  )
  const rows = operations.flatMap(({ operation: { operationId, method, path }, record, isList }) =>
    [operationId, `${method} ${path}`].map(
      (key) => `  ${quote(key)}: ${toIdentifier(record)}${isList ? 'List' : ''}Schema,`,
    ),
  )
  return `import { createSchema, type JsonSchema, type ResponseSchema } from '../response-schema.js'
import type { ${records.join(', ')} } from './schema.js'

${[...constants, ...listConstants].join('\n\n')}

/** Schema of the response data, by operation and by route. */
export const responseSchemas: Readonly<Record<string, ResponseSchema<unknown>>> = {
${[...new Set(rows)].join('\n')}
}`
}
