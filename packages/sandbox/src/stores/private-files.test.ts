import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkPrivateFile, checkPrivateFolder } from './private-files.js'

const isWindows = process.platform === 'win32'
const uid = process.getuid?.() ?? 0

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test.skipIf(isWindows)('a data folder is rejected if another user owns it, can write to it, or it is a link', () => {
  const parent = createFolder()
  const folder = join(parent, 'data')
  mkdirSync(folder, { mode: 0o755 })
  checkPrivateFolder(folder)
  expect(() => checkPrivateFolder(folder, uid + 1)).toThrow('belongs to another user')
  symlinkSync(folder, join(parent, 'link'))
  expect(() => checkPrivateFolder(join(parent, 'link'))).toThrow('must be a folder, and not a link')
  for (const mode of [0o775, 0o757]) {
    chmodSync(folder, mode)
    expect(() => checkPrivateFolder(folder)).toThrow('Other users can write')
  }
})

test.skipIf(isWindows)('a secret is rejected if another user owns it, can read it, or it is a link', () => {
  const folder = createFolder()
  const file = join(folder, 'secret')
  writeFileSync(file, 'x'.repeat(32), { mode: 0o600 })
  checkPrivateFile(file)
  expect(() => checkPrivateFile(file, uid + 1)).toThrow('belongs to another user')
  symlinkSync(file, join(folder, 'link'))
  expect(() => checkPrivateFile(join(folder, 'link'))).toThrow('must be a file, and not a link')
  chmodSync(file, 0o640)
  expect(() => checkPrivateFile(file)).toThrow('Other users can read')
})
