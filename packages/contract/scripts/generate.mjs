// Generates src/generated/ and fixtures/ from openapi.yaml. --check compares instead of writing.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { errorTable } from './generate/errors.mjs'
import { fixtures } from './generate/fixtures.mjs'
import { operationTable } from './generate/operations.mjs'
import { responseSchemas } from './generate/response-schemas.mjs'
import { schemaTypes } from './generate/schema.mjs'
import { createResponseValidators, inputValidators } from './generate/validators.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const document = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'))
const header = '// Made from openapi.yaml. Do not edit: change openapi.yaml and run "npm run generate".\n'

const files = new Map()
const source = (name, text) => files.set(`src/generated/${name}`, `${header}${text.trimEnd()}\n`)
source('operations.ts', operationTable(document))
source('errors.ts', errorTable(document))
source('schema.ts', await schemaTypes(document))
source('response-schemas.ts', responseSchemas(document))
source('validators.ts', await inputValidators(document))
source('response-validators.ts', await createResponseValidators(document))
source(
  'openapi.ts',
  `/** The document as JSON text, as it is served at \`/api/v1/openapi.json\`. */\nexport const openapiJson: string = ${JSON.stringify(JSON.stringify(document))}`,
)
for (const [name, value] of fixtures(document)) files.set(`fixtures/${name}`, `${JSON.stringify(value, null, 2)}\n`)

const listFiles = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    : []
// Hand-written examples, which openapi.yaml does not describe.
const handWritten = ['fixtures/base-addresses.json', 'fixtures/phones.json', 'fixtures/settle-schedule.json']
const stale = [...listFiles('src/generated'), ...listFiles('fixtures')].filter(
  (name) => !files.has(name) && !handWritten.includes(name),
)
const changedFiles = [...files].filter(
  ([name, text]) => !existsSync(join(root, name)) || readFileSync(join(root, name), 'utf8') !== text,
)

if (process.argv.includes('--check')) {
  const problems = [
    ...changedFiles.map(([name]) => `${name} differs from openapi.yaml`),
    ...stale.map((name) => `${name} has no source`),
  ]
  if (problems.length > 0) {
    console.error(`${problems.join('\n')}\nRun "npm run generate" and commit what it makes.`)
    process.exitCode = 1
  } else console.log(`${files.size} generated files agree with openapi.yaml`)
} else {
  for (const name of stale) rmSync(join(root, name))
  for (const [name, text] of changedFiles) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  console.log(`${files.size} files, ${changedFiles.length} changed, ${stale.length} removed`)
}
