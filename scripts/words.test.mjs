import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSentences, findPatterns, patterns } from './words.mjs'

/** One sentence for each pattern. */
const examples = {
  'opens with a question word': 'What the server returns.',
  'opens with "Where" or "When" without a comma': 'Where the rows are stored.',
  'opens with "Whether" on a value that is not boolean': 'Whether it failed, or how.',
  'is told': 'The caller is told the reason.',
  'somebody, nobody, everybody, whoever': 'Nobody reads it.',
  '"stands" for "is"': 'The value stands in the header.',
  'so many, so long, so often': 'It retries so many times.',
  'is no X': 'This is no error.',
  'of its own': 'A process of its own.',
  'meanwhile, anew': 'The page is loaded anew.',
  'is kept': 'The response is kept.',
  'comes, came': 'The response comes late.',
  ', for it': 'It waits, for it has no data.',
  'says, said': 'The code says why.',
  'is asked, looks at': 'The server looks at the header.',
}

test('each pattern reports its example and nothing else', () => {
  assert.deepEqual(Object.keys(examples), Object.keys(patterns))
  for (const [name, sentence] of Object.entries(examples)) assert.deepEqual(findPatterns(sentence), [name])
})

test('questions, boolean fields and quoted text are accepted', () => {
  for (const sentence of ['Why does it fail?', 'Whether the key is valid.', 'When it fails, the caller retries.'])
    assert.deepEqual(findPatterns(sentence), [])
  assert.deepEqual(
    extractSentences('a.md', 'The button shows *Who pays* and "What now".')[0].text,
    'The button shows quote and quote.',
  )
})

test('comments, test names and Markdown are read with their lines, code is not', () => {
  const source = [
    '/**',
    ' * Returns a row.',
    ' * It goes',
    ' * on.',
    ' */',
    "it('fails when it is late', run)",
    'const a = 1 // The sum.',
  ]
  assert.deepEqual(extractSentences('a.ts', source.join('\n')), [
    { line: 2, text: 'Returns a row.' },
    { line: 2, text: 'It goes on.' },
    { line: 6, text: 'fails when it is late' },
    { line: 7, text: 'The sum.' },
  ])
  assert.deepEqual(extractSentences('a.md', '# Title here\n\n- One item.\n- Two items.\n\n```js\n// What it is\n```'), [
    { line: 3, text: 'One item.' },
    { line: 4, text: 'Two items.' },
  ])
})
