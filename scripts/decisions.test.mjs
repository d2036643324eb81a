// Checks that every decision that the code or a page names exists.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { listFiles } from './list-files.mjs'

const root = resolve(import.meta.dirname, '..')
const pages = readdirSync(join(root, 'docs/decisions')).map((file) => file.slice(0, 4))

test('every named decision has a page', () => {
  const pattern = /(?:@decision|x-decision"?: *'?"?|decisions?) ?(\d{4})\b/gi
  const files = listFiles(root).filter((file) => /\.(?:[jt]sx?|mjs|mts|md|php|ya?ml|json)$/.test(file))
  const unknown = files.flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(pattern), ([, number]) => number)
      .filter((number) => !pages.includes(number))
      .map((number) => `${file}: ${number}`),
  )
  assert.deepEqual(unknown, [])
})
