import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeExamples } from '../../scripts/examples.mjs'
import { createTestCli } from '../../test/test-cli.js'
import { createNewCommand } from './new.js'

// The build writes the same folder.
const examples = mkdtempSync(join(tmpdir(), 'cedi-examples-'))
writeExamples(examples)
afterAll(() => rmSync(examples, { recursive: true }))
const command = createNewCommand(examples)
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))

test('new without a name lists the examples', async () => {
  const { code, out } = await createTestCli().run([], { command })
  expect([code, [...out.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name)]).toEqual([
    0,
    ['first-payment', 'node-shop', 'vitest-msw', 'express', 'next', 'sveltekit'],
  ])
})

test('new copies an example with pinned dependencies, and prints how to start it', async () => {
  const cli = createTestCli()
  const { code, out, stderr } = await cli.run(['node-shop', 'my shop'], { command })
  expect([code, out]).toEqual([
    0,
    `Wrote node-shop to my shop. A merchant's own shop on node:http: products, the popup checkout, and payments that are read back before anything is given.

  cd 'my shop'
  npm install
  npm test
  npm run sandbox        # in another terminal
  CEDI_URL=http://127.0.0.1:23300 CEDI_API_KEY=sk_test_all npm start
`,
  ])
  expect(stderr).toContain('not on npm yet')
  const { dependencies, devDependencies, scripts } = readJson(cli.home, 'my shop/package.json')
  for (const range of Object.values({ ...dependencies, ...devDependencies })) expect(range).toMatch(/^\d+\.\d+\.\d+$/)
  expect(scripts).toEqual({
    start: 'node index.mjs',
    test: 'node --test shop.test.mjs start.test.mjs',
    'test:browser': 'node --test browser.test.mjs',
    sandbox: 'cedi-sandbox',
  })
  expect(existsSync(join(cli.home, 'my shop/pictures/cloth.svg'))).toBe(true)
})

test('new writes the project that a recipe of a framework needs', async () => {
  const cli = createTestCli()
  await cli.run(['sveltekit'], { command })
  const folder = join(cli.home, 'sveltekit')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).sort()).toEqual(['+server.js', 'app.html', 'package.json', 'vite.config.js'])
  expect(readJson(folder, 'package.json')).toMatchObject({
    scripts: { start: 'vite dev --port 3000 --host 127.0.0.1' },
    dependencies: { '@cedi/client': '0.0.0', vite: expect.stringMatching(/^\d/) },
  })
})

test('new --packages installs the packages of Cedi from tarballs', async () => {
  const cli = createTestCli()
  const packed = join(cli.home, 'packed')
  mkdirSync(packed)
  for (const name of ['client', 'mock-server']) writeFileSync(join(packed, `cedi-${name}-0.0.0.tgz`), '')
  const { code, stderr } = await cli.run(['first-payment', '--packages', 'packed'], { command })
  const tarballs = {
    '@cedi/client': `file:${join(packed, 'cedi-client-0.0.0.tgz')}`,
    '@cedi/mock-server': `file:${join(packed, 'cedi-mock-server-0.0.0.tgz')}`,
  }
  expect([code, stderr]).toEqual([0, ''])
  expect(readJson(cli.home, 'first-payment/package.json')).toMatchObject({
    dependencies: tarballs,
    overrides: tarballs,
  })
  const incomplete = await cli.run(['node-shop', '--packages', 'packed'], { command })
  expect([incomplete.code, incomplete.stderr]).toEqual([2, expect.stringMatching(/no tarball of @cedi\/sandbox/)])
  expect(existsSync(join(cli.home, 'node-shop'))).toBe(false)
})

test.each([
  [['first-paymnt'], 'There is no example first-paymnt. Did you mean first-payment?'],
  [['first-payment', 'full'], 'The folder full is not empty, so nothing was written.'],
  [['first-payment', 'full/file'], 'full/file is not a folder (ENOTDIR)'],
  [['first-payment', '--packages', 'none'], '--packages cannot read none (ENOENT)'],
  [['first-payment', '--packages', 'full'], '--packages: full contains no tarballs. Run "npm run pack:all"'],
  [['first-payment', 'a', 'b'], 'Usage: cedi new EXAMPLE [FOLDER]'],
])('new %j fails, and writes nothing', async (args, message) => {
  const cli = createTestCli()
  mkdirSync(join(cli.home, 'full'))
  writeFileSync(join(cli.home, 'full/file'), 'mine')
  const { code, stderr } = await cli.run(args, { command })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(readdirSync(cli.home, { recursive: true })).toEqual(['full', 'full/file'])
})
