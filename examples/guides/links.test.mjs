// Links of the guides and READMEs.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { root, texts } from './texts.mjs'

test('every link of the guides and READMEs leads to a file', () => {
  for (const [path, text] of Object.entries(texts)) {
    const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '')
    for (const [, target = ''] of prose.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
      if (!/^https?:/.test(target)) assert.ok(existsSync(join(root, dirname(path), target)), `${path}: ${target}`)
  }
})
