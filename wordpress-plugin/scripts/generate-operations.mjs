// Generates includes/Service/generated/operations.php from the contract. With --check it compares instead of writing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'includes/Service/generated/operations.php')
const document = parse(readFileSync(join(root, '../packages/contract/openapi.yaml'), 'utf8'))

const text = (value) => `'${value.replace(/[\\']/g, '\\$&')}'`
const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const fields = { method: method.toUpperCase(), path, scope: operation['x-scope'] }
    const lines = Object.entries(fields).map(
      ([name, value]) => `\t\t${text(name)}${' '.repeat(6 - name.length)} => ${text(value)},`,
    )
    return `\t${text(operation.operationId)} => array(\n${lines.join('\n')}\n\t),`
  }),
)
const longest = Math.max(...rows.map((row) => row.indexOf(' =>')))
const aligned = rows.map((row) => row.replace(/^\t'\w+'/, (name) => name.padEnd(longest)))
const php = `<?php
/**
 * Made from packages/contract/openapi.yaml. Do not edit: change it and run "npm run generate".
 *
 * @package cedi-commerce
 */

return array(
${aligned.join('\n')}
);
`

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== php) {
    console.error(
      'includes/Service/generated/operations.php differs from openapi.yaml. Run "npm run generate" and commit it.',
    )
    process.exitCode = 1
  }
} else {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, php)
}
