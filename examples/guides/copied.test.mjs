// The guides as people copy them: each block that names its file is written into a bare folder under that name, and each line that
// starts a file is run there, against the service, on the Node that runs this. The packages lie there as npm would put them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockServer } from '@cedi/mock-server'
import { blocks, fileNamedBy, promisesOf } from './texts.mjs'

/** @type {string[]} */
const made = []
after(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** A folder outside the repository, with what `npm install` brings and nothing else. */
function bareFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-guide-'))
  made.push(folder)
  for (const name of ['@cedi/client', '@cedi/settle', '@cedi/ledger', '@cedi/mock-server']) {
    const from = rootOf(dirname(fileURLToPath(import.meta.resolve(name))))
    const to = join(folder, 'node_modules', name)
    mkdirSync(to, { recursive: true })
    for (const part of ['package.json', 'dist']) cpSync(join(from, part), join(to, part), { recursive: true })
  }
  return folder
}
/** @param {string} folder @returns {string} */
const rootOf = (folder) => (existsSync(join(folder, 'package.json')) ? folder : rootOf(dirname(folder)))

const guides = new Set(blocks.filter(fileNamedBy).map(({ name }) => name))

test('the guides that name their files are these, at least', () => {
  for (const name of ['take-a-payment', 'verify-on-the-server', 'going-live'])
    assert.ok(guides.has(`docs/guides/${name}.md`), name)
})

for (const guide of guides)
  test(`${guide} runs as it is copied`, async () => {
    const folder = bareFolder()
    const mine = blocks.filter(({ name }) => name === guide)
    const mock = createMockServer({ clock: 'real', approvalDelayMs: 1_000 })
    const { url, close } = await mock.listen(0)
    const env = { PATH: process.env.PATH, CEDI_URL: url, CEDI_API_KEY: 'sk_test_all' }
    /** @type {Set<string>} */
    const started = new Set()
    try {
      for (const block of mine) {
        const file = fileNamedBy(block)
        // Block by block: what a file imports was copied before it is started.
        if (file) writeFileSync(join(folder, file), block.code)
        for (const [, program = ''] of block.language === 'sh' ? block.code.matchAll(/^node (\S+)/gm) : []) {
          started.add(program)
          const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], { env, cwd: folder })
          assert.equal(stderr, '', program)
          const printed = stdout.split('\n')
          for (const line of promisesOf(readFileSync(join(folder, program), 'utf8')))
            assert.ok(printed.includes(line), `${program}: ${line}\n---\n${stdout}`)
        }
      }
      const imported = mine.flatMap(({ code }) => [...code.matchAll(/from '\.\/(\S+)'/g)].map(([, name = '']) => name))
      for (const file of mine.flatMap((block) => fileNamedBy(block) ?? []))
        assert.ok(started.has(file) || imported.includes(file), `${guide} does not say how ${file} is started`)
    } finally {
      await close()
    }
  })

test('no program for Node 20 has types in it', () => {
  for (const block of blocks.filter(fileNamedBy))
    assert.equal(block.language, 'js', `${block.name}: ${fileNamedBy(block)}`)
})
