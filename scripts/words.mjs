// Checks the wording of comments, test names and Markdown against the patterns of CONTRIBUTING.md. Prints file, line and
// pattern of each hit and the rate per 100 sentences. Exits with 1 above the limit.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const maxHitsPer100 = 1.5

/** Patterns that a sentence must not match, by name. */
export const patterns = {
  'opens with a question word': /^(?:What|Whatever|How|Who|Whom|Whose|Which|Why|Whoever)\b(?!.*\?)(?! happens next)/,
  'opens with "Where" or "When" without a comma': /^(?:Where|When)\b[^,?]*[.:]?$/,
  'opens with "Whether" on a value that is not boolean': /^Whether\b[^.]*\bor (?:which|how|what|when|where)\b/,
  'is told': /\b(?:is|are|was|were) told\b/i,
  'somebody, nobody, everybody, whoever': /\b(?:somebody|nobody|everybody|whoever)\b/i,
  '"stands" for "is"': /\b(?:stands|stand|stood) (?:in|at|for|beside|before|after|there|on|open|still)\b/i,
  'so many, so long, so often': /\bso (?:many|long|often)\b(?! (?:as|that)\b)/i,
  'is no X': /\b(?:is|are|was|were) no (?!longer|more|less|later|such)[a-z]/i,
  'of its own': /\bof (?:its|their|his|her|our|my) own\b/i,
  meanwhile: /\bmeanwhile\b/i,
  anew: /\banew\b/i,
  'is kept': /\b(?:is|are|was|were) kept\b/i,
  'comes, came': /\b(?:comes|came)\b/i,
  ', for it': /[,;] for (?:it|they|he|she|this|that|there)\b|; for the\b/i,
  'says, said': /\b(?:says|said)\b/i,
  'is asked, looks at': /\b(?:is|are|was|were) asked\b|\b(?:looks|looked) at\b/i,
}

/** Returns the names of the patterns that a sentence matches. */
export const hitsOf = (sentence) => Object.keys(patterns).filter((name) => patterns[name].test(sentence))

const prose = (text) => text.replace(/`[^`]*`/g, 'code').replace(/"[^"]*"|“[^”]*”|\*[^*\n]+\*/g, 'quote')
const testName = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1).)*)\1|function test_?(\w+)\(/g
const comment = /(?:^|\s)\/\/+ ?(?!#|<|@|=)(.*)$|^\s*(?:\/\*\*?|\*(?!\/)) ?(?!@(?:param|throws|returns|source|decision|example|internal|template)\b)(.*?)(?:\*\/)?$/

/** Splits a file into `{ line, text }`: its comments and test names, or its Markdown without code blocks. */
export function sentencesOf(path, source) {
  const found = []
  const add = (line, text) => {
    for (const sentence of prose(text).split(/(?<=[.!?:]) (?=[A-Z])/)) if (/[a-z] /i.test(sentence)) found.push({ line, text: sentence.trim() })
  }
  let isCode = false
  let open
  for (const [index, row] of source.split('\n').entries()) {
    if (/^\s*```/.test(row)) isCode = !isCode
    const matched = path.endsWith('.md') ? [, isCode || /^\s*(?:```|<|\||#|---)/.test(row) ? '' : row] : comment.exec(row)
    const text = matched?.[1] ?? matched?.[2] ?? ''
    // A sentence goes on over lines until a blank one or a line without a comment.
    if (!path.endsWith('.md') && !/\*|\/\//.test(row.slice(0, row.search(/\S/) + 2))) for (const [, , name, php] of row.matchAll(testName)) add(index + 1, name ?? php)
    if (text.trim() === '' || /^[-*@|\d]/.test(text.trim())) {
      if (open) add(open.line, open.text)
      open = text.trim() ? { line: index + 1, text: text.trim().replace(/^[-*\d.]+ /, '') } : undefined
    } else open = open ? { line: open.line, text: `${open.text} ${text.trim()}` } : { line: index + 1, text: text.trim() }
  }
  if (open) add(open.line, open.text)
  return found
}

if (process.argv[1] === import.meta.filename) {
  const root = resolve(import.meta.dirname, '..')
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...process.argv.slice(2)], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  const files = listed.split('\n').filter((path) => /\.(?:m?[tj]sx?|mts|php|md|vue)$/.test(path) && !/generated|fixtures|\.api\.md$|scripts\/words\./.test(path) && existsSync(resolve(root, path)))
  const all = files.flatMap((path) => sentencesOf(path, readFileSync(resolve(root, path), 'utf8')).map((sentence) => ({ path, ...sentence })))
  const hits = all.flatMap(({ path, line, text }) => hitsOf(text).map((name) => `${path}:${line}  ${name}: ${text.slice(0, 120)}`))
  for (const hit of hits) console.log(hit)
  const rate = (100 * hits.length) / Math.max(1, all.length)
  console.log(`${hits.length} hits in ${all.length} sentences: ${rate.toFixed(2)} per 100 (at most ${maxHitsPer100})`)
  process.exitCode = rate > maxHitsPer100 ? 1 : 0
}
