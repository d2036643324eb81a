/** Every operation of the nine paths, in the order of the document. */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    ['get', 'post']
      .filter((method) => item[method])
      .map((method) => ({ path, method: method.toUpperCase(), ...item[method] })),
  )
}

/** The public routes beside the API, one row for each method. */
export function publicRoutesOf(document) {
  return Object.entries(document['x-public-surfaces'].paths).flatMap(([path, item]) =>
    ['get', 'post']
      .filter((method) => item[method])
      .map((method) => ({ path, method: method.toUpperCase(), ...item[method] })),
  )
}

/** Follows one `$ref`; a value without one comes back as it is. */
export function resolve(document, value) {
  if (!value?.$ref) return value
  const { $ref, ...beside } = value
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  return { ...resolve(document, target), ...beside }
}

/** The schemas of the API and of the public routes, by name. */
export const schemasOf = (document) => ({ ...document.components.schemas, ...document['x-public-surfaces'].schemas })

/** The status of the answer that means "done". */
export const successStatus = (operation) =>
  Number(Object.keys(operation.responses).find((status) => status.startsWith('2')))

export const quote = (text) => `'${text.replaceAll("'", "\\'")}'`
