// Tests the guides as readers copy them: writes each block with a file name to an empty project with the packages, and runs each
// `node`, `npx vitest` and `npx jest` command there. The service is available to `node` programs.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createMockServer } from '@cedi/mock-server'
import { createProject } from './project.mjs'
import { blocks, getFileName, readExpectedOutput } from './texts.mjs'

const guides = new Set(blocks.filter(getFileName).map(({ name }) => name))

test('the main guides contain files', () => {
  for (const name of ['take-a-payment', 'verify-on-the-server', 'going-live'])
    assert.ok(guides.has(`docs/guides/${name}.md`), name)
})

for (const guide of guides)
  test(`the files of ${guide} run as copied`, async () => {
    const shell = blocks.filter(({ name, language }) => name === guide && language === 'sh').map(({ code }) => code)
    const folder = createProject(shell.join('\n'))
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
      for (const [, program = '', words = ''] of shell.join('\n').matchAll(/^npx (vitest|jest) (.*)/gm)) {
        const args = words.split(' ').map((word) => word.replaceAll("'", ''))
        const command = join(folder, 'node_modules/.bin', program)
        const { stdout, stderr } = await promisify(execFile)(command, args, { env, cwd: folder })
        for (const file of guideBlocks.flatMap((block) => getFileName(block) ?? []))
          if ((stdout + stderr).includes(file)) startedPrograms.add(file)
      }
      // The tests of the command load the adapter of the guide.
      for (const [, file = ''] of shell.join('\n').matchAll(/^npx @cedi\/cli examine .*--shop (\S+)/gm))
        startedPrograms.add(file)
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
