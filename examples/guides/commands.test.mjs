// Tests the shell commands, PHP and the shortcode in the guides: their files exist, and commands that need no database run.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isPinned } from './project.mjs'
import { blocks, blocksIn, getFileName, root, texts } from './texts.mjs'

const run = promisify(execFile)
/** Path of the plugin. The examples also run outside the repository. */
const plugin = process.env.CEDI_PLUGIN ?? resolve(root, 'wordpress-plugin')
const repository = resolve(plugin, '..')
const read = (/** @type {string} */ path) => readFileSync(join(repository, path), 'utf8')
/** Built programs by the name of their package. @type {Readonly<Record<string, string>>} */
const programs = Object.fromEntries(
  ['@cedi/mock-server', '@cedi/sandbox'].map((name) => [
    name,
    join(dirname(fileURLToPath(import.meta.resolve(name))), 'cli.js'),
  ]),
)

test('every code block has a tested language', () => {
  const knownNames = new Set(['ts', 'js', 'html', 'css', 'php', 'sh', 'http', 'yaml', 'text'])
  assert.deepEqual(
    blocks.filter(({ language }) => !knownNames.has(language)).map(({ name, language }) => `${name}: ${language}`),
    [],
  )
})

/** Shell commands without comments and environment variables. */
const commands = blocksIn('sh').flatMap(({ name, code }) =>
  code
    .replaceAll(/(?<=^|\s)# .*$/gm, '')
    .replaceAll('\\\n', ' ')
    .split(/\n|&&/)
    .map((line) => line.trim().replace(/^(?:[A-Z\d_]+=(?:"[^"]*"|\S+) +)+(?=\w)/, ''))
    .filter((line) => line !== '')
    .map((line) => ({ name, line })),
)

test('every installed package is from this repository, a peer dependency, or has a version', () => {
  const packageNames = readdirSync(join(repository, 'packages')).map((name) =>
    JSON.parse(read(`packages/${name}/package.json`)),
  )
  const names = new Set(
    packageNames.flatMap(({ name, peerDependencies = {} }) => [name, ...Object.keys(peerDependencies)]),
  )
  const installs = commands.filter(({ line }) => /^npm install /.test(line))
  assert.ok(installs.length >= 4)
  for (const { name, line } of installs)
    for (const word of line.split(/\s+/).slice(2))
      assert.ok(word.startsWith('--') || names.has(word) || isPinned(word), `${name}: ${line}`)
})

test('every npm script exists', () => {
  const runs = commands.filter(({ line }) => /^npm (?:run|test)\b/.test(line))
  assert.ok(runs.length >= 6)
  for (const { name, line } of runs) {
    const [, script = 'test'] = /^npm run ([\w:]+)/.exec(line) ?? []
    const [, workspace] = /(?:--workspace|-w)[= ](\S+)/.exec(line) ?? []
    const scripts = folders()
      .map((folder) => JSON.parse(read(join(folder, 'package.json'))))
      .find((about) => about.name === (workspace ?? 'cedi') || (!workspace && about.workspaces))?.scripts
    assert.ok(scripts?.[script], `${name}: ${line}`)
  }
})

test('every task of one package exists', () => {
  const tasks = commands.filter(({ line }) => /^npx turbo\b/.test(line))
  assert.ok(tasks.length >= 2)
  for (const { name, line } of tasks) {
    const [, task, workspace] = /^npx turbo run ([\w:]+) --filter=(\S+)/.exec(line) ?? []
    const about = folders()
      .map((folder) => JSON.parse(read(join(folder, 'package.json'))))
      .find((about) => about.name === workspace)
    assert.ok(about?.scripts[task ?? ''], `${name}: ${line}`)
  }
})

/** Returns the folders of the packages. */
function folders() {
  const internalNames = ['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(repository, folder)).map((name) => `${folder}/${name}`),
  )
  return ['.', 'docs', 'wordpress-plugin', ...internalNames].filter((folder) =>
    existsSync(join(repository, folder, 'package.json')),
  )
}

test('every other command is a standard program or a file of the repository', () => {
  const unknownCommands = commands.filter(
    ({ line }) =>
      !/^(?:npm|npx (?:turbo|vitest|jest|@cedi\/(?:cli|mock-server|sandbox))|git|cd|export|eval|wp|debootstrap|mount|chroot) ?/.test(
        line,
      ),
  )
  for (const { name, line } of unknownCommands) {
    const [, file = ''] = /^node (\S+)/.exec(line) ?? []
    // A guide may start a file that it contains, which copied.test.mjs tests.
    const isWritten = blocks.some((block) => block.name === name && getFileName(block) === file)
    assert.ok(isWritten || existsSync(join(repository, file || '-')), `${name}: ${line}`)
  }
})

test('every command for a server starts it, or reports an unreachable database', async () => {
  const starts = commands.filter(
    ({ line }) => /^npx @cedi\/(?:mock-server|sandbox)\b/.test(line) && !isClientCommand(line),
  )
  assert.ok(starts.length >= 5)
  for (const { name, line } of starts) {
    const folder = mkdtempSync(join(tmpdir(), 'cedi-command-'))
    const program = programs[line.split(/\s+/)[1] ?? ''] ?? ''
    const flags = line
      .split(/\s+/)
      .slice(2)
      .map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word === 'shop.json' ? 'demo' : word.replaceAll('"', '')))
    const needsDatabase = line.includes('--database-url')
    // `migrate` starts no server, so it has no port.
    const portFlags = flags[0] === 'migrate' ? [] : ['--port', '0', '--json']
    const child = spawn(process.execPath, [program, ...flags, ...portFlags], { cwd: folder })
    const output = await new Promise((done) => {
      let text = ''
      child.stderr.on('data', (chunk) => (text += chunk))
      child.stdout.on('data', (chunk) => done(String(chunk)))
      child.on('close', () => done(text))
    })
    child.kill()
    if (child.exitCode === null) await new Promise((done) => child.once('close', done))
    rmSync(folder, { recursive: true, force: true })
    assert.match(
      output,
      needsDatabase ? /postgres|database/i : /^\{"url":"(?:http:\/\/127\.0\.0\.1:\d+|https:\/\/sandbox\.example)"/,
      `${name}: ${line}`,
    )
  }
})

/** Whether a command sends a request to a running server. @param {string} line */
function isClientCommand(line) {
  return /^npx @cedi\/(?:mock-server|sandbox) verify\b/.test(line)
}

test('the verify commands work with a running server', async () => {
  const clientCommands = commands.filter(({ line }) => isClientCommand(line))
  assert.ok(clientCommands.length >= 1)
  const token = 'a token'
  const child = spawn(process.execPath, [
    programs['@cedi/sandbox'] ?? '',
    ...['--port', '0', '--json', '--control-token', token],
  ])
  const ready = await new Promise((done) => child.stdout.once('data', (chunk) => done(String(chunk))))
  for (const { name, line } of clientCommands) {
    const [, program = '', ...words] = line.split(/\s+/)
    const flags = words.map(
      (word) => ({ '"$TOKEN"': token, 'https://sandbox.example': JSON.parse(ready).url })[word] ?? word,
    )
    const { stdout } = await run(process.execPath, [programs[program] ?? '', ...flags])
    assert.match(stdout, /^demo: \d+ entries, and every invariant holds\./, `${name}: ${line}`)
  }
  child.kill()
  await new Promise((done) => child.once('close', done))
})

test('the PHP code sets constants that the plugin reads, and uses its hooks', () => {
  const blocks = blocksIn('php')
  assert.ok(blocks.length >= 2)
  const sources = readdirSync(join(plugin, 'includes'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.php'))
    .map((file) => read(join('wordpress-plugin/includes', file)))
  const browserTest = read('wordpress-plugin/tests/browser/polylang.test.ts')
  for (const { code } of blocks) {
    // A filter of WooCommerce is tested in a browser.
    if (code.includes("'woocommerce_")) {
      assert.ok(browserTest.includes(code.trim()))
      continue
    }
    const constants = Array.from(code.matchAll(/define\( '(\w+)', '([^']+)' \);/g))
    const [, hook] = /add_(?:action|filter)\(\s*'(cedi_commerce_\w+)'/.exec(code) ?? []
    if (hook)
      assert.ok(
        sources.some((text) => text.includes(`'${hook}'`)),
        hook,
      )
    else assert.ok(constants.length > 0)
    for (const [, name = '', value] of constants) {
      const output = execFileSync(process.env.PHP_PATH ?? 'php', ['-r', `${code}echo ${name};`], { encoding: 'utf8' })
      assert.equal(output, value)
      assert.ok(sources.some((text) => text.includes(name)))
    }
  }
})

/** Blocks that are neither programs nor tags. */
const textBlocks = blocksIn('text')
const isShortcode = (/** @type {{ code: string }} */ { code }) => code.startsWith('[')

test('the shortcodes and their attributes exist in the plugin', () => {
  const shortcodes = textBlocks.filter(isShortcode).map(({ code }) => /\[(\w+) (.+)\]/.exec(code) ?? [])
  assert.equal(shortcodes.length, 2)
  const sources = readdirSync(join(plugin, 'includes'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.php'))
    .map((file) => read(join('wordpress-plugin/includes', file)))
  for (const [, name, attributes = ''] of shortcodes) {
    assert.ok(sources.some((text) => text.includes(`'${name}'`)))
    for (const [, attribute] of attributes.matchAll(/(\w+)=/g))
      assert.ok(sources.some((text) => text.includes(`'${attribute}'`)))
  }
})

test('the formula of the scaling model results in the figures of its table', () => {
  const [block, ...more] = textBlocks.filter(({ code }) => code.includes('= s × p ×'))
  assert.ok(block && more.length === 0)
  const [, formula = ''] = /= s × p × (.+)/.exec(block.code) ?? []
  const factor = formula
    .split(' ')
    .reduce(
      (product, word, index, words) =>
        /[×/]/.test(word) ? product : words[index - 1] === '/' ? product / +word : product * +word,
      1,
    )
  const rows = [...(texts[block.name] ?? '').matchAll(/^\| ([\d,]+) × ([\d,]+) \| ([\d,]+) \|/gm)]
  assert.ok(rows.length >= 3)
  for (const [row, ...cells] of rows) {
    const [shops = 0, payments = 0, commits] = cells.map((cell) => Number(cell.replaceAll(',', '')))
    assert.equal(Math.round(shops * payments * factor), commits, row)
  }
})
