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

const namePattern = /^[A-Za-z_]\w{0,60}$/
const codePattern = /^[a-z_]{1,60}$/

/**
 * Validates the names that become code: of operations, parameters and schemas, and the error codes. An overlay from
 * `cedi compare` contains names that a service chose.
 *
 * @throws Error with the first invalid name.
 */
export function checkDocument(document) {
  const check = (kind, name, pattern) => {
    if (typeof name !== 'string' || !pattern.test(name))
      throw new Error(
        `${kind} ${JSON.stringify(name)?.slice(0, 80)} is invalid: it must match ${pattern}. Nothing was generated.`,
      )
  }
  for (const { path, operationId, summary = '', parameters = [], ...operation } of [
    ...listOperations(document),
    ...listPublicRoutes(document),
  ]) {
    check('The path', path, /^(?:\/[\w{}.@-]+)+$/)
    if (operationId !== undefined) check('The operation', operationId, namePattern)
    check('The summary', summary, /^(?!.*\*\/)[^\p{Cc}]*$/u)
    if (operation['x-scope'] !== undefined) check('The scope', operation['x-scope'], /^[a-z_]+:[a-z_]+$/)
    for (const parameter of parameters) check('The parameter', resolve(document, parameter)?.name, /^[\w-]{1,60}$/)
  }
  for (const [name, { properties = {} }] of Object.entries(listSchemas(document))) {
    check('The schema', name, namePattern)
    for (const property of Object.keys(properties)) check('The field', property, namePattern)
  }
  for (const name of ['ErrorCode', 'FailureCode']) {
    const { enum: codes, ...extensions } = document.components.schemas[name]
    for (const code of codes) check('The code', code, codePattern)
    for (const status of Object.values(extensions['x-status'] ?? {}))
      if (!Number.isInteger(status)) throw new Error(`A status of ${name} is not a number. Nothing was generated.`)
  }
}
