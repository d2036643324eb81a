// Makes src/generated/ from the examples of the contract. With --check it compares and writes nothing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const contract = new URL('../../contract/fixtures/', import.meta.url)
const generated = new URL('../src/generated/', import.meta.url)
const read = (file) => JSON.parse(readFileSync(new URL(file, contract), 'utf8'))

const fixtures = {}
const failures = {}
for (const { operation, responses } of read('index.json').operations) {
  fixtures[operation] = {}
  for (const { name, status, file } of responses) {
    const body = read(file)
    if (body.success) fixtures[operation][name] = [status, body.data]
    // The message of an error code is the same in all operations except for the scope, a placeholder.
    else if (body.error.code === name) {
      failures[name] ??= [status, body.error.message, {}]
      failures[name][2][operation] = body.error.message
    }
  }
}
for (const [, failure] of Object.entries(failures)) {
  // The scope is a placeholder. Other messages are stored for the operations in which they differ.
  const toTemplate = (message) => message.replace(/scope \S+\./, 'scope {scope}.')
  failure[1] = toTemplate(failure[1])
  const different = Object.entries(failure[2]).filter(([, message]) => toTemplate(message) !== failure[1])
  failure[2] = Object.fromEntries(different)
  if (different.length === 0) failure.pop()
}

const rows = Object.entries(fixtures)
const types = rows
  .map(
    ([operation, examples]) =>
      `  /** The examples of \`${operation}\`. */
  ${operation}: ${Object.keys(examples)
    .map((name) => `'${name}'`)
    .join(' | ')}`,
  )
  .join('\n')
const values = rows.map(([operation, examples]) => `  ${operation}: ${JSON.stringify(examples)},`).join('\n')
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

/** Status and message of each failure, and its messages in operations that have another. */
export const failures: Readonly<Record<FailureName, readonly [number, string, Readonly<Record<string, string>>?]>> = ${JSON.stringify(failures)}
`

const target = new URL('fixtures.ts', generated)
if (!process.argv.includes('--check')) {
  mkdirSync(generated, { recursive: true })
  writeFileSync(target, text)
} else if (readFileSync(target, 'utf8') !== text) {
  console.error('src/generated/fixtures.ts is not what openapi.yaml makes. Run "npm run generate".')
  process.exit(1)
}
