import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { build } from 'esbuild'
import { listOperations, listPublicRoutes, listSchemas, resolve } from './document.mjs'

const BASE = 'https://contract.invalid/'
const standalone = standaloneCode.default ?? standaloneCode

/** Returns the schemas as one JSON Schema bundle for ajv. */
function bundle(document, change = (schema) => schema) {
  const $defs = Object.fromEntries(
    Object.entries(listSchemas(document)).map(([name, schema]) => [name, change(structuredClone(schema))]),
  )
  const text = JSON.stringify({ $id: `${BASE}records`, $defs }).replaceAll(
    /#\/(?:components|x-public-surfaces)\/schemas\//g,
    '#/$defs/',
  )
  return JSON.parse(text)
}

export function compiler(options) {
  const ajv = new Ajv2020({
    code: { source: true, esm: true, lines: true },
    allowUnionTypes: true,
    strict: true,
    ...options,
  })
  addFormats.default ? addFormats.default(ajv, ['date-time', 'uri']) : addFormats(ajv, ['date-time', 'uri'])
  const keywords = [
    'example',
    'x-unit',
    'x-decision',
    'x-id',
    'x-open-enum',
    'x-error-code',
    'x-status',
    'x-meaning',
    'x-retry',
    'x-alternatives',
  ]
  for (const keyword of keywords) ajv.addKeyword({ keyword })
  return ajv
}

// Removes unused parts of the schemas, because Node parses the whole module at startup.
const small = { minifyWhitespace: true, minifyIdentifiers: true, lineLimit: 160 }
const withoutPaths = (code) => code.replaceAll(/schemaPath:\s*"(?:[^"\\]|\\.)*",?\s*/g, '')

/** Bundles the helpers of ajv, so that the result has no imports. */
async function inline(code, isShipped) {
  const { outputFiles } = await build({
    stdin: { contents: isShipped ? withoutPaths(code) : code, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    // Helper names contain relative paths, so that the output is reproducible.
    absWorkingDir: join(import.meta.dirname, '../..'),
    write: false,
    format: 'esm',
    target: 'es2022',
    minifySyntax: true,
    ...(isShipped ? small : {}),
    logLevel: 'error',
  })
  return outputFiles[0].text
    .replace(/\bexport ?\{([\s\S]*?)\};\s*$/, (_, names) => {
      const renamed = [...names.matchAll(/([\w$]+) as (\w+)/g)].map(([, short, name]) => `${name}=${short}`)
      return renamed.length > 0 ? `const ${renamed.join()}` : ''
    })
    .replaceAll(/^\/\/ .*$/gm, '')
}

export async function compileValidators(ajv, names, toType) {
  const code = await inline(standalone(ajv, names), toType.isShipped)
  const entries = Object.keys(names)
  return `// @ts-nocheck
/* eslint-disable */
import type { Validate } from '../validate.js'
${toType.imports}
${code.trim()}
${toType.exports(entries)}`
}

/** Validator of each input. Sets \`errors\` if it returns false. */
export async function inputValidators(document) {
  const ajv = compiler({ allErrors: false })
  ajv.addSchema(bundle(document))
  const inputs = Object.keys(listSchemas(document)).filter((name) =>
    /^(Payment|CheckoutIntent|Refund|Product|LicenseCheck)Input$/.test(name),
  )
  const names = Object.fromEntries(inputs.map((name) => [`valid${name}`, `${BASE}records#/$defs/${name}`]))
  for (const id of Object.values(names)) ajv.getSchema(id)
  return compileValidators(ajv, names, {
    isShipped: true,
    imports: `import type { ${inputs.join(', ')} } from './schema.js'`,
    exports: (entries) =>
      `/** The compiled check of each input, by the name of its schema. */
export const inputValidators: { ${inputs.map((name) => `readonly ${name}: Validate<${name}>`).join('; ')} } = { ${entries
        .map((entry) => `${entry.slice('valid'.length)}: ${entry}`)
        .join(', ')} }`,
  })
}

/** Forbids unknown fields in records: the service sends only fields of the contract. */
function closeObject(schema) {
  if (schema && typeof schema === 'object') {
    if (schema.properties && schema.additionalProperties === undefined) schema.additionalProperties = false
    for (const value of Object.values(schema)) closeObject(value)
  }
  return schema
}

/** One function for the data of each success, closed to unknown fields, one for failures, and the codes that each failure may carry. */
export async function createResponseValidators(document) {
  const ajv = compiler({ allErrors: true, inlineRefs: false })
  ajv.addSchema(bundle(document, closeObject))
  const names = {}
  const add = (name, schema) => {
    const $id = `${BASE}${name}`
    const text = JSON.stringify(closeObject(structuredClone(schema)))
    ajv.addSchema({
      ...JSON.parse(text.replaceAll(/#\/(?:components|x-public-surfaces)\/schemas\//g, `${BASE}records#/$defs/`)),
      $id,
    })
    ajv.getSchema($id)
    names[name] = $id
  }
  const responses = listOperations(document).flatMap((operation) =>
    Object.entries(operation.responses).map(([status, response]) => ({
      name: `${operation.operationId}_${status}`,
      status,
      ...resolve(document, response).content['application/json'],
    })),
  )
  for (const { name, status, schema } of responses) if (status.startsWith('2')) add(name, schema)
  const data = listPublicRoutes(document)[0].data
  add('verifyLicense_200', {
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data },
  })
  add('failure', { $ref: '#/components/schemas/Failure' })
  const codes = responses
    .filter(({ status }) => !status.startsWith('2'))
    .map(({ name, examples }) => [
      name,
      [...new Set(Object.values(examples).map((example) => example.value.error.code))],
    ])
  return compileValidators(ajv, names, {
    imports: '',
    exports: (entries) =>
      `/** Validator of each success response, by \`operation_status\`; \`failure\` for all error responses. */
export const responseValidators: Readonly<Record<string, Validate<unknown>>> = { ${entries.join(', ')} }

/** Error codes of each operation and status. */
export const errorCodesByResponse: Readonly<Record<string, readonly string[]>> = {
${codes.map(([name, list]) => `  ${name}: [${list.map((code) => `'${code}'`).join(', ')}],`).join('\n')}
}`,
  })
}
