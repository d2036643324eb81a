// Tests the programs: they compile, run against the service, and print the output in their comments.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { createSandbox } from '@cedi/sandbox'
import ts from 'typescript'
import { blocksIn, getFileName, isForPage, readExpectedOutput, replaceServiceUrls, root } from './texts.mjs'

mkdirSync(join(root, '.cache'), { recursive: true })
// Inside the repository, so that the packages can be resolved.
const folder = mkdtempSync(join(root, '.cache/guides-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Texts whose blocks together are one program. */
const isOneProgram = /^docs\/guides\/|^packages\/(?:mock-server|sandbox)\/README/

/** @type {{ name: string, language: string, code: string }[]} */
const programs = []
for (const block of blocksIn('ts', 'js')) {
  // copied.test.mjs runs blocks with file names.
  if (isForPage(block) || getFileName(block)) continue
  const before = programs.find(({ name }) => name === block.name && isOneProgram.test(name))
  if (before) before.code += `\n${block.code}`
  else programs.push({ ...block })
}

/** Returns the path of a program. @param {number} index */
const fileOf = (index) => join(folder, `program-${index}.ts`)

test('every program compiles, as TypeScript', () => {
  programs.forEach(({ language, code }, index) => {
    writeFileSync(fileOf(index), `${language === 'js' ? '// @ts-nocheck: plain JavaScript\n' : ''}${code}\nexport {}\n`)
  })
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      lib: ['ES2023', 'DOM'],
      types: ['node'],
      isolatedDeclarations: false,
      declaration: false,
      noUnusedLocals: false,
      paths: {},
    },
    root,
  )
  const program = ts.createProgram(
    programs.map((_, index) => fileOf(index)),
    { ...options, typeRoots: [join(root, 'node_modules/@types')] },
  )
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
  assert.deepEqual(problems, [])
  assert.ok(programs.length >= 18)
})

for (const [index, { name, code }] of programs.entries())
  test(`program ${index} of ${name} prints the output in its comments`, async () => {
    const mock = createSandbox({ clock: 'real', approvalDelayMs: 100 })
    const { url, close } = await mock.listen(0)
    try {
      const { outputText } = ts.transpileModule(replaceServiceUrls(code, url), {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      })
      const file = join(folder, `program-${index}.mjs`)
      writeFileSync(file, outputText)
      const env = { ...process.env, CEDI_URL: url, CEDI_API_KEY: 'sk_test_all' }
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env, cwd: folder })
      assert.equal(stderr, '')
      const lines = stdout.split('\n')
      for (const line of readExpectedOutput(replaceServiceUrls(code, url)))
        assert.ok(
          lines.some((text) => text === line || line.startsWith(`${text}: `)),
          `${line}\n---\n${stdout}`,
        )
    } finally {
      await close()
    }
  })
