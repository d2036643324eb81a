import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createTestCli } from '../../test/test-cli.js'

test('help lists every command and the exit codes', async () => {
  const { out } = await createTestCli().run([])
  for (const word of [
    'sandbox',
    'mock',
    'listen',
    'compare',
    'profile',
    'completion',
    'payments',
    'orders',
    'CEDI_API_KEY',
  ])
    expect(out).toContain(word)
})

test('help explains an error code', async () => {
  const { out } = await createTestCli().run(['help', 'errors', 'out_of_stock'])
  expect(out).toContain('out_of_stock (HTTP 409)')
  expect(out).toContain('Fewer pieces are left than asked for.')
})

test('help lists every error code', async () => {
  const { out } = await createTestCli().run(['help', 'errors'])
  expect(out.trim().split('\n').length).toBeGreaterThan(35)
  expect(out).toContain('insufficient_scope')
})

test('help lists the fields of a command with descriptions', async () => {
  for (const words of [
    ['help', 'payments', 'create'],
    ['payments', 'create', '--help'],
  ]) {
    const { out } = await createTestCli().run(words)
    expect(out).toContain('POST /api/v1/payments')
    expect(out).toContain('payments:write')
    expect(out).toMatch(/--phone/)
    expect(out).toMatch(/--card\.…/)
  }
})

test('--help at any position prints the flags of a built-in command', async () => {
  for (const words of [
    ['help', 'compare'],
    ['compare', '--help'],
    ['compare', 'https://pay.example', '--help'],
  ]) {
    const { out, code } = await createTestCli().run(words)
    expect(out).toContain('cedi compare URL [--json]')
    expect(out).toMatch(/--write .*simulates a product/)
    expect(out).toMatch(/CEDI_NARROW_API_KEY .*lacks a read scope/)
    expect(code).toBe(0)
  }
})

test('the completion of bash offers only existing flags, also after a URL', async () => {
  const script = (await createTestCli().run(['completion', 'bash'])).out
  const commands = [
    'licenses verify',
    'products create',
    'orders list',
    'listen',
    'compare',
    'compare https : //pay.example',
    'profile shop',
    'mcp',
  ]
  // Each line contains the flags of one command.
  const program = commands.map(
    (words) => `COMP_WORDS=(cedi ${words} --); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _cedi; echo "\${COMPREPLY[@]}"`,
  )
  const lines = execFileSync('bash', ['-c', [script, ...program].join('\n')], { encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(lines).toHaveLength(commands.length)
  for (const [index, words] of commands.entries()) {
    const command = words.split(' ').filter((word) => !/[:/]|https/.test(word))
    for (const flag of (lines[index] as string).split(' ')) {
      expect(flag, words).toMatch(/^--\w/)
      // The unknown flag stops each command before it sends a request.
      const { stderr } = await createTestCli().run([...command, `${flag}=x`, '--no-such'])
      expect(stderr, `${words} ${flag}`).not.toContain(`has no flag ${flag}`)
    }
  }
})

test.each(['bash', 'zsh', 'fish'])('completion prints a script for %s', async (shell) => {
  const { out } = await createTestCli().run(['completion', shell])
  for (const word of ['checkout-intents', '--limit', 'compare', '--idempotency-key']) expect(out).toContain(word)
})
