// Checks that every decision that the code or a page names exists.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const pages = readdirSync(join(root, 'docs/decisions')).map((file) => file.slice(0, 4))

test('every named decision has a page', () => {
  const pattern = /(?:@decision|x-decision"?: *'?"?|decisions?) ?(\d{4})\b/gi
  const args = ['grep', '-IiE', 'decisions? ?[0-9]{4}|x-decision', '--', ':!package-lock.json']
  const lines = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n')
  const unknown = lines.flatMap((line) =>
    Array.from(line.matchAll(pattern), ([, number]) => number)
      .filter((number) => !pages.includes(number))
      .map((number) => `${line.slice(0, line.indexOf(':'))}: ${number}`),
  )
  assert.deepEqual(unknown, [])
})
