/// <reference types="node" />
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, '../../.cache/client-examples')

/** Returns every @example of the source and every ts block of the README, as [location, code]. */
function findExamples(): [string, string][] {
  const found: [string, string][] = []
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!test|test-d)\.ts$/.test(name),
  )
  for (const name of sources) {
    const text = readFileSync(join(root, 'src', name), 'utf8')
    for (const [, comment = ''] of text.matchAll(/\/\*\*([\s\S]*?)\*\//g)) {
      const code = /@example\s*```ts\n([\s\S]*?)```/.exec(comment.replace(/^ *\* ?/gm, ''))?.[1]
      if (comment.includes('@example'))
        found.push([`${name} ${found.length}`, code ?? 'an @example without a code block'])
    }
  }
  for (const [, code = ''] of readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)) {
    found.push([`README.md ${found.length}`, code])
  }
  return found
}

const all = findExamples()
const file = (index: number) => join(folder, `example-${index}.ts`)

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  all.forEach(([, code], index) => {
    writeFileSync(file(index), `${code}\nexport {}\n`)
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the first example of the README has at most 20 lines', () => {
  expect(all.length).toBeGreaterThan(15)
  const first = all.find(([location]) => location.startsWith('README'))?.[1] ?? ''
  expect(first.trim().split('\n').length).toBeLessThanOrEqual(20)
})

test('all examples compile', () => {
  const config = {
    extends: '../../tsconfig.base.json',
    compilerOptions: {
      types: ['node'],
      isolatedDeclarations: false,
      declaration: false,
      noUnusedLocals: false,
      noEmit: true,
    },
    include: ['*.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, '../../node_modules/typescript-7/bin/tsc')
  expect(spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout).toBe('')
})

// Mock service for the examples: lists are empty, and every other response is a pending payment.
const transport = `globalThis.fetch = async (url) => {
  const data = /products|orders/.test(url) ? [] : { status: 'pending', next_action: null }
  return { status: 200, headers: new Map(), text: async () => JSON.stringify({ success: true, data }) }
}`

test.each(all.map(([location], index) => [location, index] as const))(
  '%s runs and prints the output in its comments',
  async (_, index) => {
    const out = file(index).replace(/ts$/, 'mjs')
    await build({
      entryPoints: [file(index)],
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile: out,
      banner: { js: transport },
      tsconfig: join(root, '../../tsconfig.base.json'),
    })
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [out], {
      env: { CEDI_API_KEY: 'sk_test_1' },
    })
    expect(stderr).toBe('')
    const code = all[index]?.[1] ?? ''
    const expectedLines = [...code.matchAll(/^(?:\/\/ |console\.log\(.*\) \/\/ )([^…\n]+)$/gm)].map(([, text]) => text)
    // Skips examples with branches, because the mock response takes only one of them.
    for (const text of expectedLines) if (!/^ +console/m.test(code)) expect(stdout.split('\n')).toContain(text)
  },
)
