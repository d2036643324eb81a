// Makes src/generated/ from the examples and the endpoint table of the contract. With --check it compares and writes nothing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const contract = new URL('../../contract/fixtures/', import.meta.url)
const generated = new URL('../src/generated/', import.meta.url)
const read = (file) => JSON.parse(readFileSync(new URL(file, contract), 'utf8'))

const fixtures = {}
const failures = {}
for (const { operation, answers } of read('index.json').operations) {
  fixtures[operation] = {}
  for (const { name, status, file } of answers) {
    const body = read(file)
    if (body.success) fixtures[operation][name] = [status, body.data]
    // A failure says the same in every operation but for the scope, which the helper fills in.
    else if (body.error.code === name) failures[name] ??= [status, body.error.message]
  }
}
for (const name of ['insufficient_scope'])
  failures[name][1] = failures[name][1].replace(/scope \S+\./, 'scope {scope}.')

const rows = Object.entries(fixtures)
const types = rows
  .map(
    ([operation, answers]) =>
      `  /** The examples of \`${operation}\`. */
  ${operation}: ${Object.keys(answers)
    .map((name) => `'${name}'`)
    .join(' | ')}`,
  )
  .join('\n')
const values = rows.map(([operation, answers]) => `  ${operation}: ${JSON.stringify(answers)},`).join('\n')
const text = `// Made from the examples of openapi.yaml. Do not edit: run "npm run generate".
/** The examples of each operation. */
export interface FixtureNames {
${types}
}

/** Status and data of each example. */
export const fixtures: { readonly [Operation in keyof FixtureNames]: Readonly<Record<FixtureNames[Operation], readonly [number, unknown]>> } = {
${values}
}

/** The codes of the failures that the contract shows. */
export type FailureName = ${Object.keys(failures)
  .map((name) => `'${name}'`)
  .join(' | ')}

/** Status and message of each failure. */
export const failures: Readonly<Record<FailureName, readonly [number, string]>> = ${JSON.stringify(failures)}
`
// The table once more as one short text: a bundle of the whole client is 0.3 kB smaller for it. What a row leaves out follows from
// its first word: the path and the scope from the resource, the method and the rest of the scope from the verb.
const resources = { CheckoutIntent: 'checkoutIntents', Balance: 'balance' }
const operations = read('index.json').operations.filter(({ scope }) => scope)
const short = operations.map(({ operation, method, path, scope }) => {
  const [, verb, noun] = /^([a-z]+)(\w+)$/.exec(operation)
  const resource = resources[noun] ?? `${noun.toLowerCase().replace(/s$/, '')}s`
  const rest = path.slice('/api/v1/'.length)
  const holder = scope.split(':')[0]
  if (method !== (verb === 'create' ? 'POST' : 'GET') || scope !== `${holder}:${verb === 'create' ? 'write' : 'read'}`)
    throw new Error(`${operation} does not follow from its name: change src/client.ts, which reads the table`)
  return [
    resource,
    verb,
    noun,
    ...(rest !== resource || holder !== resource ? [rest] : []),
    ...(holder !== resource ? [holder] : []),
  ].join()
})
const rowsOfTable = operations
  .map(
    ({ operation, method, path, scope }) =>
      `/** Operation, method, path, scope. */\nexport const ${operation}: Row = ['${operation}', '${method}', '${path}', '${scope}']`,
  )
  .join('\n\n')
const table = `// Made from openapi.yaml. Do not edit: run "npm run generate".
import type { Row } from '../request.js'

${rowsOfTable}

/** Each operation: resource, verb, noun, and where they differ from the resource the path and the holder of the scope. */
export const table = '${short.join(' ')}'
`

for (const [name, made] of Object.entries({ 'fixtures.ts': text, 'table.ts': table })) {
  const target = new URL(name, generated)
  if (!process.argv.includes('--check')) {
    mkdirSync(generated, { recursive: true })
    writeFileSync(target, made)
  } else if (readFileSync(target, 'utf8') !== made) {
    console.error(`src/generated/${name} is not what openapi.yaml makes. Run "npm run generate".`)
    process.exit(1)
  }
}
