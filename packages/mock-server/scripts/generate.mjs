// Makes src/generated/validators.ts from schemas.json, as the contract makes those of requests. With --check it compares instead of writing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compiler, compileValidators } from '../../contract/scripts/generate/validators.mjs'

const root = join(import.meta.dirname, '..')
const { $comment, ...schemas } = JSON.parse(readFileSync(join(root, 'schemas.json'), 'utf8'))
const id = 'https://mock.invalid/schemas'
const names = ['Order', 'Seed', 'Snapshot']

const ajv = compiler({ allErrors: false, strictTypes: false, messages: false, inlineRefs: true })
// The messages are in the rules, not in the functions.
ajv.addSchema(
  JSON.parse(JSON.stringify({ $id: id, ...schemas }, (key, value) => (key === 'x-must' ? undefined : value))),
)
const functions = Object.fromEntries(names.map((name) => [`valid${name}`, `${id}#/$defs/${name}`]))
for (const schema of Object.values(functions)) ajv.getSchema(schema)

/** Requirement and known names of each place by its path; `*` matches any index. */
function* listRules(schema, path = '') {
  const { $ref, properties, items, 'x-must': must } = schema
  const target = $ref ? schemas.$defs[$ref.split('/').at(-1)] : {}
  yield [path, { must: must ?? target['x-must'], ...(properties ? { names: Object.keys(properties) } : {}) }]
  for (const [name, inner] of Object.entries(properties ?? {})) yield* listRules(inner, `${path}/${name}`)
  if (items) yield* listRules(items, `${path}/*`)
}

const header = '// Made from schemas.json. Do not edit: change schemas.json and run "npm run generate".\n'
const text = await compileValidators(ajv, functions, {
  isShipped: true,
  imports: "import type { SchemaCheck } from '../service/schema-check.js'",
  exports: () =>
    names
      .map(
        (name) => `
/** The compiled check of ${name}, and what its places must be. */
export const checked${name}: SchemaCheck = { validate: valid${name}, rules: ${JSON.stringify(Object.fromEntries(listRules(schemas.$defs[name])))} }`,
      )
      .join('\n'),
})
const file = join(root, 'src/generated/validators.ts')
const generated = `${header}${text.replace("import type { Validate } from '../validate.js'\n", '').trimEnd()}\n`
if (!process.argv.includes('--check')) writeFileSync(file, generated)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== generated) {
  console.error(
    'src/generated/validators.ts differs from schemas.json. Run "npm run generate" and commit what it makes.',
  )
  process.exitCode = 1
} else console.log('the generated checks agree with schemas.json')
