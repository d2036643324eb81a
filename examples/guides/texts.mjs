// Code blocks of the guides, the READMEs and the documentation of exports.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(import.meta.dirname, '../..')

/** Service URLs in the texts. */
const serviceUrls = /http:\/\/127\.0\.0\.1:23300|https:\/\/pay\.example(?:\.com)?/g

/** Replaces the service URLs of a text. @param {string} text @param {string} url */
export const replaceServiceUrls = (text, url) => text.replace(serviceUrls, url)

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
  // The tests of the client run the client's README.
  if (name !== 'client' && existsSync(join(root, path))) readmes.push(path)
}

/** Texts by path. */
export const texts = Object.fromEntries([...guides, ...readmes].map((path) => [path, read(path)]))

/** Reads the examples in the documentation of a package's exports. @param {string} name @returns {Block[]} */
function examplesOf(name) {
  const folder = dirname(fileURLToPath(import.meta.resolve(name)))
  const types = readdirSync(folder).filter((file) => /\.d\.c?ts$/.test(file))
  const comments = types.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\/\*\*[\s\S]*?\*\//g) ?? [])
  const examples = new Set(comments.filter((text) => text.includes('@example')))
  return [...examples].flatMap((text) => {
    const blocks = blocksOf(`@example of ${name}`, text.replace(/^ *(?:\* ?|\/\*\*)/gm, ''))
    if (blocks.length === 0) throw new Error(`An @example of ${name} is not a code block: ${text}`)
    return blocks
  })
}

/** @type {Block[]} */
export const blocks = [
  ...Object.entries(texts).flatMap(([path, text]) => blocksOf(path, text)),
  ...['@cedi/mock-server', '@cedi/sandbox', '@cedi/service-js', '@cedi/client/settle'].flatMap(examplesOf),
]

/** Returns the blocks of the languages. @param {string[]} languages */
export const blocksIn = (...languages) => blocks.filter(({ language }) => languages.includes(language))

/** Whether a program is for a web page. @param {Block} block */
export const isForPage = ({ language, code }) => /^(?:js|ts)$/.test(language) && /\bdocument\./.test(code)

/** Returns the file name in the first line of a block, such as `// pay.mjs`. @param {Block} block */
export const getFileName = ({ code }) => /^\/\/ ([\w.-]+\.[cm]?[jt]s)\n/.exec(code)?.[1]

/** Returns the expected output in comments: after a `console.log`, and below a loop that prints. @param {string} code */
export function readExpectedOutput(code) {
  const expectedLines = [...code.matchAll(/^ *console\.log\(.*\) \/\/ (.+)$/gm)].map(([, text = '']) => text)
  const below = [...code.matchAll(/^ *\}\n((?:\/\/ .+\n)+)/gm)].flatMap(([, text = '']) => text.trim().split('\n'))
  return [...expectedLines, ...below.map((text) => text.slice('// '.length))]
}
