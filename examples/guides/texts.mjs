// Every block of code that people copy: in the guides, the README, those of the packages, and the docs of their exports.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(import.meta.dirname, '../..')

/** The addresses that stand in the texts for the service. */
const written = /http:\/\/127\.0\.0\.1:4010|https:\/\/pay\.example(?:\.com)?/g

/** A text with the address of a running service in place of the written ones. @param {string} text @param {string} url */
export const at = (text, url) => text.replace(written, url)

/** @typedef {{ name: string, language: string, code: string }} Block */

/** @param {string} name @param {string} text @returns {Block[]} */
const blocksOf = (name, text) =>
  [...text.matchAll(/^( *)```(\S*)\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', language = '', code = '']) => ({
    name,
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8')

const guides = readdirSync(join(root, 'docs/guides'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/guides/${name}`)
const readmes = ['README.md', 'CONTRIBUTING.md', 'examples/README.md']
for (const name of readdirSync(join(root, 'packages'))) {
  const path = `packages/${name}/README.md`
  // The client's is run by the client's own tests.
  if (name !== 'client' && existsSync(join(root, path))) readmes.push(path)
}

/** The texts by their path. */
export const texts = Object.fromEntries([...guides, ...readmes].map((path) => [path, read(path)]))

/** The examples in the docs of what a package exports. @param {string} name @returns {Block[]} */
function examplesOf(name) {
  const folder = dirname(fileURLToPath(import.meta.resolve(name)))
  const types = readdirSync(folder).filter((file) => /\.d\.c?ts$/.test(file))
  const comments = types.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\/\*\*[\s\S]*?\*\//g) ?? [])
  const examples = new Set(comments.filter((text) => text.includes('@example')))
  return [...examples].flatMap((text) => {
    const blocks = blocksOf(`@example of ${name}`, text.replace(/^ *(?:\* ?|\/\*\*)/gm, ''))
    if (blocks.length === 0) throw new Error(`An @example of ${name} is no block of code: ${text}`)
    return blocks
  })
}

/** @type {Block[]} */
export const blocks = [
  ...Object.entries(texts).flatMap(([path, text]) => blocksOf(path, text)),
  ...['@cedi/mock-server', '@cedi/sandbox', '@cedi/ledger', '@cedi/service-js', '@cedi/settle'].flatMap(examplesOf),
]

/** The blocks of these languages. @param {string[]} languages */
export const blocksIn = (...languages) => blocks.filter(({ language }) => languages.includes(language))

/** Whether a program is for a web page. @param {Block} block */
export const isForPage = ({ language, code }) => /^(?:js|ts)$/.test(language) && /\bdocument\./.test(code)

/** The file that a block says it is, in its first line: `// pay.mjs`. @param {Block} block */
export const fileNamedBy = ({ code }) => /^\/\/ ([\w-]+\.m?[jt]s)\n/.exec(code)?.[1]

/** What a program promises to print: behind a `console.log`, and below a loop that prints. @param {string} code */
export function promisesOf(code) {
  const beside = [...code.matchAll(/^ *console\.log\(.*\) \/\/ (.+)$/gm)].map(([, text = '']) => text)
  const below = [...code.matchAll(/^ *\}\n((?:\/\/ .+\n)+)/gm)].flatMap(([, text = '']) => text.trim().split('\n'))
  return [...beside, ...below.map((text) => text.slice('// '.length))]
}
