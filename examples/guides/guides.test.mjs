// The code that people copy: it compiles, it runs against the service, and it prints what its comments promise.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockServer } from '@cedi/mock-server'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')
const written = 'http://127.0.0.1:4010'
mkdirSync(join(root, '.cache'), { recursive: true })
// Inside the repository, where the packages are found as their users find them.
const folder = mkdtempSync(join(root, '.cache/guides-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string} markdown @param {string} language @returns {string[]} */
const blocks = (markdown, language) =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)

const names = readdirSync(join(root, 'docs/guides')).filter((name) => name.endsWith('.md'))
const pages = names.map((name) => ({ name, text: readFileSync(join(root, 'docs/guides', name), 'utf8') }))
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The blocks of a guide go on from each other; those of the README stand alone. @type {{ name: string, code: string }[]} */
const programs = [
  ...pages.map(({ name, text }) => ({ name: name.replace('.md', ''), code: blocks(text, 'ts').join('\n') })),
  ...blocks(readme, 'ts').map((code, at) => ({ name: `readme-${at}`, code })),
].filter(({ code }) => code !== '')

test('what the guides are about is built', () => {
  const file = fileURLToPath(import.meta.resolve('@cedi/client'))
  assert.ok(
    ts.sys.fileExists(file),
    'Run "npm run build" first: the code of the guides takes the packages as their users do.',
  )
})

test('the code of the guides and of the README compiles', () => {
  for (const { name, code } of programs) writeFileSync(join(folder, `${name}.ts`), `${code}\nexport {}\n`)
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      lib: ['ES2023', 'DOM'],
      types: ['node'],
      isolatedDeclarations: false,
      declaration: false,
      paths: {},
    },
    root,
  )
  const files = programs.map(({ name }) => join(folder, `${name}.ts`))
  const program = ts.createProgram(files, { ...options, typeRoots: [join(root, 'node_modules/@types')] })
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
  assert.deepEqual(problems, [])
  assert.ok(programs.length >= 10)
})

for (const { name, code } of programs)
  test(`the code of ${name} runs, and prints what it promises`, async () => {
    const mock = createMockServer({ clock: 'real', approvalDelayMs: 100 })
    const { url, close } = await mock.listen(0)
    try {
      const { outputText } = ts.transpileModule(code.replaceAll(written, url), {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      })
      const file = join(folder, `${name}.mjs`)
      writeFileSync(file, outputText)
      const env = { ...process.env, CEDI_URL: url, CEDI_API_KEY: 'sk_test_all' }
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env })
      assert.equal(stderr, '')
      const printed = stdout.split('\n')
      for (const line of promisesOf(code)) assert.ok(printed.includes(line), `${line}\n---\n${stdout}`)
    } finally {
      await close()
    }
  })

/** What stands behind a `console.log`, and below a loop that prints. @param {string} code */
function promisesOf(code) {
  const beside = [...code.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, text = '']) => text)
  const below = [...code.matchAll(/^\}\n((?:\/\/ .+\n)+)/gm)].flatMap(([, text = '']) => text.trim().split('\n'))
  return [...beside, ...below.map((text) => text.slice('// '.length))]
}

test('the tags of the guides and of the README name files, pages and products that are there', async () => {
  const { url, close } = await createMockServer().listen(0)
  try {
    const tags = [...pages.map(({ text }) => text), readme].flatMap((text) => blocks(text, 'html')).join('\n')
    const addresses = [...tags.matchAll(/(?:src|href)="(http[^"]+)"/g)].map(([, address = '']) => address)
    const products = [...tags.matchAll(/data-handle="([^"]+)"\s+data-product="([^"]+)"/g)]
    assert.ok(addresses.length >= 5 && products.length >= 4)
    for (const [, handle, product] of products)
      addresses.push(`${written}/checkout/embed?handle=${handle}&product=${product}`)
    for (const address of addresses) assert.equal((await fetch(address.replace(written, url))).status, 200, address)
  } finally {
    await close()
  }
})

test('every link of the guides and of the README leads to a file', () => {
  for (const [from, text] of [...pages.map(({ text }) => ['docs/guides', text]), ['.', readme]]) {
    const prose = (text ?? '').replace(/^```[\s\S]*?^```/gm, '')
    for (const [, target = ''] of prose.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g))
      if (!/^https?:/.test(target))
        assert.ok(
          ts.sys.fileExists(join(root, from ?? '', target)) || ts.sys.directoryExists(join(root, from ?? '', target)),
          target,
        )
  }
})
