/** Returns all operations, in the order of the document. */
export function listOperations(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    ['get', 'post']
      .filter((method) => item[method])
      .map((method) => ({ path, method: method.toUpperCase(), ...item[method] })),
  )
}

/** Returns the public routes outside the API, one row per method. */
export function listPublicRoutes(document) {
  return Object.entries(document['x-public-surfaces'].paths).flatMap(([path, item]) =>
    ['get', 'post']
      .filter((method) => item[method])
      .map((method) => ({ path, method: method.toUpperCase(), ...item[method] })),
  )
}

/** Resolves a `$ref`. Returns a value without one unchanged. */
export function resolve(document, value) {
  if (!value?.$ref) return value
  const { $ref, ...siblings } = value
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  return { ...resolve(document, target), ...siblings }
}

/** Returns the schemas of the API and of the public routes, by name. */
export const listSchemas = (document) => ({ ...document.components.schemas, ...document['x-public-surfaces'].schemas })

/** Returns the success status of an operation. */
export const successStatus = (operation) =>
  Number(Object.keys(operation.responses).find((status) => status.startsWith('2')))

/** Formats a string as a TypeScript literal with single quotes. */
export const quote = (text) =>
  `'${JSON.stringify(String(text)).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
