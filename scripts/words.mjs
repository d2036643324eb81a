// Checks the wording of comments, test names and Markdown (see CONTRIBUTING.md). Prints each hit, and the rate; exits with 1
// above the limit. Arguments limit it to folders: node scripts/words.mjs docs
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const maxHitsPer100 = 1.5
const ignored = /^(?:\.(?!github|changeset)|node_modules|dist|build|coverage|generated|fixtures)|\.api\.md$|^words\./

/** Patterns that a sentence must not match, by name. */
export const patterns = {
  'opens with a question word': /^(?:What|Whatever|How|Who|Whom|Whose|Which|Why|Whoever)\b(?!.*\?)(?! happens next)/,
  'opens with "Where" or "When" without a comma': /^(?:Where|When)\b[^,?]*[.:]?$/,
  'opens with "Whether" on a value that is not boolean': /^Whether\b[^.]*\bor (?:which|how|what|when|where)\b/,
  'is told': /\b(?:is|are|was|were) told\b/i,
  'somebody, nobody, everybody, whoever': /\b(?:somebody|nobody|everybody|whoever)\b/i,
  '"stands" for "is"': /\b(?:stands?|stood) (?:in|at|for|beside|before|after|there|on|open|still)\b/i,
  'so many, so long, so often': /\bso (?:many|long|often)\b(?! (?:as|that)\b)/i,
  'is no X': /\b(?:is|are|was|were) no (?!longer|more|less|later|such)[a-z]/i,
  'of its own': /\bof (?:its|their|his|her|our|my) own\b/i,
  'meanwhile, anew': /\b(?:meanwhile|anew)\b/i,
  'is kept': /\b(?:is|are|was|were) kept\b/i,
  'comes, came': /\b(?:comes|came)\b/i,
  ', for it': /[,;] for (?:it|they|he|she|this|that|there)\b|; for the\b/i,
  'says, said': /\b(?:says|said)\b/i,
  'is asked, looks at': /\b(?:is|are|was|were) asked\b|\b(?:looks|looked) at\b/i,
}

/** Returns the names of the patterns that a sentence matches. */
export const findPatterns = (sentence) => Object.keys(patterns).filter((name) => patterns[name].test(sentence))

const comment = /^\s*(?:\/\/+(?!#)|\/\*\*?|\*(?!\/)|<!--)(.*?)(?:\*\/|-->)?\s*$|\s\/\/ (.*)$/
const testName = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1).)*)\1|function test_?(\w+)\(/g
const notProse = /^@(?:param|throws|returns|source|decision|example|internal|type)|^[|#<]|^---/

/** Returns the sentences of a text without code, quotes and emphasis. */
const sentences = (text) =>
  text
    .replace(/`[^`]*`|"[^"]*"|“[^”]*”|\*[^*]+\*/g, 'quote')
    .split(/(?<=[.!?:]) (?=[A-Z])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z] /i.test(sentence))

/** Returns the sentences of a file with their lines: comments and test names, or Markdown outside code blocks. */
export function extractSentences(path, source) {
  const isMarkdown = path.endsWith('.md')
  const blocks = []
  let isCode = false
  let isOpen = false
  for (const [index, row] of source.split('\n').entries()) {
    if (isMarkdown && /^\s*```/.test(row)) isCode = !isCode
    const matched = isMarkdown ? [row, isCode ? '' : row] : comment.exec(row)
    const text = (matched?.[1] ?? matched?.[2] ?? '').trim()
    if (!matched)
      for (const [, , name, php] of row.matchAll(testName)) blocks.push({ line: index + 1, text: name ?? php })
    const startsItem = /^(?:[-*]|\d+\.) /.test(text)
    const isProse = text !== '' && !notProse.test(text) && !text.startsWith('```')
    if (isProse && isOpen && !startsItem) blocks.at(-1).text += ` ${text}`
    else if (isProse) blocks.push({ line: index + 1, text: text.replace(/^(?:[-*]|\d+\.) /, '') })
    isOpen = isProse
  }
  return blocks.flatMap(({ line, text }) => sentences(text).map((sentence) => ({ line, text: sentence })))
}

const filesBelow = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !ignored.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : join(path, entry.name)))

if (process.argv[1] === import.meta.filename) {
  process.chdir(resolve(import.meta.dirname, '..'))
  const folders = process.argv.length > 2 ? process.argv.slice(2) : ['.']
  const files = folders.flatMap(filesBelow).filter((path) => /\.(?:m?[tj]sx?|php|md|vue)$/.test(path))
  const read = (path) => extractSentences(path, readFileSync(path, 'utf8')).map((each) => ({ path, ...each }))
  const allSentences = files.flatMap(read)
  const hits = allSentences.flatMap((each) => findPatterns(each.text).map((name) => ({ ...each, name })))
  for (const { path, line, name, text } of hits) console.log(`${path}:${line}  ${name}: ${text.slice(0, 120)}`)
  const rate = (100 * hits.length) / Math.max(1, allSentences.length)
  console.log(`${hits.length} hits in ${allSentences.length} sentences: ${rate.toFixed(2)} per 100`)
  process.exitCode = rate > maxHitsPer100 ? 1 : 0
}
