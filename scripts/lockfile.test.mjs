// Checks package-lock.json: every package has a hash, and no address that an installation would use instead of the registry.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const names = (entries) => entries.map(([path]) => path)

test('every package of the lock file has a SHA-512 hash', () => {
  assert.deepEqual(names(installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))), [])
})

test('no package of the lock file names an address', () => {
  assert.deepEqual(names(installed.filter(([, { resolved }]) => resolved !== undefined)), [])
})

test('the lock file has at most 1,300 entries', () => {
  assert.ok(Object.keys(packages).length <= 1300)
})
