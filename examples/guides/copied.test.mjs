// Tests the guides as readers copy them: writes each block with a file name to an empty project with the packages, and runs each
// `node` command there against the service.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockServer } from '@cedi/mock-server'
import { blocks, getFileName, isPinned, readExpectedOutput } from './texts.mjs'

/** @type {string[]} */
const createdFolders = []
after(() => {
  for (const folder of createdFolders) rmSync(folder, { recursive: true, force: true })
})

/** Creates a project outside the repository with the packages and what the guide installs from npm. @param {string} guide */
function createProject(guide) {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-guide-'))
  createdFolders.push(folder)
  const shell = blocks.filter(({ name, language }) => name === guide && language === 'sh').map(({ code }) => code)
  const pinned =
    shell
      .join('\n')
      .match(/^npm install .*/gm)
      ?.flatMap((line) => line.split(' ').filter(isPinned)) ?? []
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--prefix', folder]
  // Before the packages are copied, because npm removes what it has not installed.
  if (pinned.length > 0)
    execFileSync('npm', ['install', ...flags, ...pinned], { stdio: ['ignore', 'ignore', 'inherit'] })
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

const guides = new Set(blocks.filter(getFileName).map(({ name }) => name))

test('the main guides contain files', () => {
  for (const name of ['take-a-payment', 'verify-on-the-server', 'going-live'])
    assert.ok(guides.has(`docs/guides/${name}.md`), name)
})

for (const guide of guides)
  test(`the files of ${guide} run as copied`, async () => {
    const folder = createProject(guide)
    const guideBlocks = blocks.filter(({ name }) => name === guide)
    const mock = createMockServer({ clock: 'real', approvalDelayMs: 1_000 })
    const { url, close } = await mock.listen(0)
    const env = { PATH: process.env.PATH, CEDI_URL: url, CEDI_API_KEY: 'sk_test_all' }
    /** @type {Set<string>} */
    const startedPrograms = new Set()
    try {
      for (const block of guideBlocks) {
        const file = getFileName(block)
        // In order, so that imported files exist before a file is started.
        if (file) writeFileSync(join(folder, file), block.code)
        for (const [, program = ''] of block.language === 'sh' ? block.code.matchAll(/^node (\S+)/gm) : []) {
          startedPrograms.add(program)
          const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], { env, cwd: folder })
          assert.equal(stderr, '', program)
          const lines = stdout.split('\n')
          for (const line of readExpectedOutput(readFileSync(join(folder, program), 'utf8')))
            assert.ok(lines.includes(line), `${program}: ${line}\n---\n${stdout}`)
        }
      }
      const imported = guideBlocks.flatMap(({ code }) =>
        [...code.matchAll(/(?:from |import\()'\.\/(\S+)'/g)].map(([, name = '']) => name),
      )
      for (const file of guideBlocks.flatMap((block) => getFileName(block) ?? []))
        assert.ok(startedPrograms.has(file) || imported.includes(file), `${guide} does not say how ${file} is started`)
    } finally {
      await close()
    }
  })

test('no file for Node 20 contains types', () => {
  for (const block of blocks.filter(getFileName))
    assert.equal(block.language, 'js', `${block.name}: ${getFileName(block)}`)
})
