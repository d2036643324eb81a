import { listOperations, listPublicRoutes, resolve } from './document.mjs'

const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')

/** Returns every example, and an index of them, as `[name, value]` pairs. */
export function fixtures(document) {
  const files = []
  const operations = []
  const add = (folder, name, value) => {
    files.push([`${folder}/${name}.json`, value])
    return `${folder}/${name}.json`
  }
  for (const operation of listOperations(document)) {
    const folder = kebab(operation.operationId)
    const body = operation.requestBody?.content['application/json'].examples ?? {}
    const requests = Object.entries(body).map(([name, example]) => ({
      name,
      file: add(folder, `request-${kebab(name)}`, example.value),
    }))
    const responses = Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.entries(resolve(document, response).content['application/json'].examples).map(([name, example]) => ({
        name,
        status: Number(status),
        file: add(folder, `${status}-${kebab(name)}`, example.value),
      })),
    )
    operations.push({
      operation: operation.operationId,
      method: operation.method,
      path: operation.path,
      scope: operation['x-scope'],
      requests,
      responses,
    })
  }
  for (const route of listPublicRoutes(document).filter((row) => row.examples)) {
    const folder = kebab(route.operationId)
    operations.push({
      operation: route.operationId,
      method: route.method,
      path: route.path,
      scope: null,
      requests: [],
      responses: Object.entries(route.examples).map(([name, value]) => ({
        name,
        status: 200,
        file: add(folder, `200-${kebab(name)}`, value),
      })),
    })
  }
  files.push(['index.json', { made: 'Made from openapi.yaml by "npm run generate". Do not edit.', operations }])
  return files
}
