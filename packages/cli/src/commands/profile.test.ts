import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCli } from '../../test/test-cli.js'

test('a profile is stored in a file that only its owner can read, and is used without printing its key', async () => {
  const cli = createTestCli()
  const created = await cli.run(['profile', 'shop', '--url', 'https://pay.example'], {
    isTerminal: true,
    replies: ['sk_test_shop'],
  })
  const path = join(cli.home, '.config/cedi/shop.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ baseUrl: 'https://pay.example', apiKey: 'sk_test_shop' })
  expect(created.out + created.stderr).not.toContain('sk_test_shop')
  await cli.run(['products', 'list', '--profile', 'shop'])
  expect(cli.requests.at(-1)?.url).toContain('https://pay.example/')
  expect(cli.requests.at(-1)?.headers.get('authorization')).toBe('Bearer sk_test_shop')
})

test('a profile is rejected if other users can read the file', async () => {
  const cli = createTestCli()
  await cli.run(['profile', '--url', 'https://pay.example'], { input: 'sk_test_shop' })
  const path = join(cli.home, '.config/cedi/default.json')
  chmodSync(path, 0o644)
  const { code, stderr } = await cli.run(['products', 'list'])
  expect(stderr).toContain('chmod 600')
  expect(code).toBe(2)
})

test('the key of a profile is not sent to another URL', async () => {
  const cli = createTestCli()
  await cli.run(['profile', '--url', 'https://pay.example'], { input: 'sk_test_shop' })
  const { code, stderr } = await cli.run(['products', 'list', '--url', 'https://evil.example'])
  expect([code, cli.requests.length]).toEqual([2, 0])
  expect(stderr).toContain('There is no key for https://evil.example')
})

test('a profile is rejected if it is a symbolic link or a pipe', async () => {
  const cli = createTestCli()
  const folder = join(cli.home, '.config/cedi')
  await cli.run(['profile', 'own', '--url', 'https://pay.example'], { input: 'sk_test_shop' })
  symlinkSync(join(folder, 'own.json'), join(folder, 'link.json'))
  execFileSync('mkfifo', ['-m', '600', join(folder, 'pipe.json')])
  for (const name of ['link', 'pipe']) {
    const { code, stderr } = await cli.run(['products', 'list', '--profile', name])
    expect(stderr).toContain(`${name}.json is not a regular file. Remove it`)
    expect([code, cli.requests.length]).toEqual([2, 0])
  }
})

test('a profile that cannot be written leaves no key behind', async () => {
  const cli = createTestCli()
  const folder = join(cli.home, '.config/cedi')
  mkdirSync(join(folder, 'default.json'), { recursive: true })
  const { code, stderr } = await cli.run(['profile', '--url', 'https://pay.example'], { input: 'sk_test_shop' })
  expect(stderr).toContain('default.json cannot be written (EISDIR)')
  expect([code, readdirSync(folder)]).toEqual([2, ['default.json']])
  writeFileSync(join(cli.home, 'file'), '')
  const inFile = await cli.run(['profile', '--url', 'https://pay.example'], {
    input: 'sk_test_shop',
    environment: { XDG_CONFIG_HOME: join(cli.home, 'file') },
  })
  expect(inFile.stderr).toContain('cannot be written (ENOTDIR)')
})

test.each([
  [false, '', 'There is no key in standard input. Pipe it into the command, or run the command in a terminal.'],
  [false, ' \n', 'There is no key in standard input.'],
  [true, '', 'No key was typed.'],
])('a profile is not stored without a key (terminal: %s, input %j)', async (isTerminal, input, text) => {
  const cli = createTestCli()
  const args = ['profile', 'shop', '--url', 'https://pay.example']
  const { code, stderr } = await cli.run(args, { isTerminal, input, replies: [input] })
  expect(stderr).toContain(text)
  expect([code, readdirSync(cli.home)]).toEqual([2, []])
})

test('an empty CEDI_PROFILE requires no profile', async () => {
  expect((await createTestCli().run(['products', 'list'], { environment: { CEDI_PROFILE: '' } })).code).toBe(0)
})

test.each([
  ['{', 'is not JSON'],
  ['null', 'is not JSON with a URL and a key'],
  ['{"apiKey":1}', 'apiKey must be a string'],
])('a profile that contains %s is rejected', async (text, words) => {
  const cli = createTestCli()
  mkdirSync(join(cli.home, '.config/cedi'), { recursive: true })
  writeFileSync(join(cli.home, '.config/cedi/default.json'), text, { mode: 0o600 })
  const { code, stderr } = await cli.run(['products', 'list'])
  expect(stderr).toContain(words)
  expect(code).toBe(2)
})

test.each([
  [['profile', '--url', 'http://pay.example'], 'https://'],
  [['profile', '../x', '--url', 'https://pay.example'], 'letters, digits'],
  [['products', 'list', '--profile', 'none'], 'There is no profile none'],
])('a profile is rejected for the command line %j', async (words, text) => {
  const { code, stderr } = await createTestCli().run(words, { input: 'sk_test_shop' })
  expect(stderr).toContain(text)
  expect(code).toBe(2)
})
