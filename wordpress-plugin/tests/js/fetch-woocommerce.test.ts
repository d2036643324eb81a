import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../scripts/fetch-woocommerce.mjs')
const files: Record<string, Buffer> = {
  '/plugin/woocommerce.8.4.0.zip': zip('woocommerce/woocommerce.php', '<?php\n/**\n * Version: 8.4.0\n */\n'),
  '/plugin/woocommerce.9.0.0.zip': zip('woocommerce/woocommerce.php', '<?php\n/**\n * Version: 8.9.9\n */\n'),
  '/plugin/woocommerce.8.5.0.zip': zip('woocommerce/woocommerce.php', '<?php\n/**\n * Version: 8.5.0\n */\n'),
  '/wordpress-6.6.2.zip': zip('wordpress/wp-includes/version.php', "<?php\n$wp_version = '6.6.2';\n"),
}
const hash = (algorithm: string, content: string | Buffer) => createHash(algorithm).update(content).digest('hex')
const checksums = (text: string) =>
  Buffer.from(JSON.stringify({ files: { 'woocommerce.php': { sha256: [hash('sha256', text)] } } }))
files['/plugin-checksums/woocommerce/8.4.0.json'] = checksums('<?php\n/**\n * Version: 8.4.0\n */\n')
files['/plugin-checksums/woocommerce/8.5.0.json'] = checksums('another file')
files['/wordpress-6.6.2.zip.sha1'] = Buffer.from(hash('sha1', files['/wordpress-6.6.2.zip'] as Buffer))
let server: Server
let folder: string
let remainingFailures = 0

/** A zip with one uncompressed file. */
function zip(name: string, text: string): Buffer {
  const [fileName, bytes] = [Buffer.from(name), Buffer.from(text)]
  const part = (size: number, signature: number, write: (header: Buffer) => void) => {
    const header = Buffer.alloc(size)
    header.writeUInt32LE(signature, 0)
    write(header)
    return header
  }
  const local = part(30, 0x04034b50, (header) => header.writeUInt16LE(fileName.length, 26))
  const directoryHeader = part(46, 0x02014b50, (header) => {
    header.writeUInt32LE(bytes.length, 20)
    header.writeUInt32LE(bytes.length, 24)
    header.writeUInt16LE(fileName.length, 28)
  })
  const before = local.length + fileName.length + bytes.length
  const end = part(22, 0x06054b50, (header) => {
    header.writeUInt16LE(1, 8)
    header.writeUInt16LE(1, 10)
    header.writeUInt32LE(before, 16)
  })
  return Buffer.concat([local, fileName, bytes, directoryHeader, fileName, end])
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cedi-fetch-'))
  server = createServer((request, response) => {
    const file = files[request.url ?? '']
    if (remainingFailures-- > 0) response.writeHead(503).end()
    else response.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const runScript = (woocommerce: string, ...flags: string[]) => {
  const { port } = server.address() as AddressInfo
  const from = `http://127.0.0.1:${port}`
  const places = ['--plugins', `${from}/plugin`, '--core', from, '--folder', folder]
  return run(process.execPath, [script, '--woocommerce', woocommerce, '--wordpress', '6.6.2', ...places, ...flags])
}

it('the script retries a failed download and prints the paths', async () => {
  remainingFailures = 1
  const { stdout } = await runScript('8.4.0')
  const places = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  ) as Record<string, string>
  expect(Object.keys(places)).toEqual(['WC_DIR', 'WP_DIR'])
  expect(readFileSync(join(places['WC_DIR'] ?? '', 'woocommerce.php'), 'utf8')).toContain('8.4.0')
  expect(readFileSync(join(places['WP_DIR'] ?? '', 'wp-includes/version.php'), 'utf8')).toContain('6.6.2')
})

it('the latest version is downloaded again, except with --cached', async () => {
  const latest = '/plugin/woocommerce.latest-stable.zip'
  const readVersion = async (...flags: string[]) => {
    const { stdout } = await runScript('latest', ...flags)
    const [, path = ''] = /^WC_DIR=(.*)/.exec(stdout) ?? []
    return /Version: (\S+)/.exec(readFileSync(join(path, 'woocommerce.php'), 'utf8'))?.[1]
  }
  files[latest] = files['/plugin/woocommerce.8.4.0.zip'] as Buffer
  expect(await readVersion('--cached')).toBe('8.4.0')
  files[latest] = zip('woocommerce/woocommerce.php', '<?php\n/**\n * Version: 8.6.0\n */\n')
  files['/plugin-checksums/woocommerce/8.6.0.json'] = checksums('<?php\n/**\n * Version: 8.6.0\n */\n')
  expect(await readVersion('--cached')).toBe('8.4.0')
  expect(await readVersion()).toBe('8.6.0')
})

it('the script rejects a download with the wrong version and an unknown version', async () => {
  await expect(runScript('9.0.0')).rejects.toThrow('contains woocommerce 8.9.9 instead of 9.0.0')
  await expect(runScript('7.0.0')).rejects.toThrow('could not be fetched: 404')
})

it('the script rejects a file with a wrong checksum and does not keep it', async () => {
  await expect(runScript('8.5.0')).rejects.toThrow('1 files with a wrong checksum, such as woocommerce.php')
  expect(existsSync(join(folder, 'woocommerce-8.5.0'))).toBe(false)
})

it.each(['fetch-woocommerce.mjs', 'wordpress.mjs'])('%s prints its options with --help', async (name) => {
  const { stdout } = await run(process.execPath, [join(script, '..', name), '--help'])
  expect(stdout).toContain('  --help ')
})

it('npm run wordpress in the root passes its options on', async () => {
  const root = join(import.meta.dirname, '../../..')
  const command: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.wordpress
  const { stdout } = await run('sh', ['-c', `${command.split('&&').at(-1)} --help`], { cwd: root })
  expect(stdout).toContain('  --double ')
})

it.each(['fetch-woocommerce.mjs', 'wordpress.mjs'])('%s prints its options if one is unknown', async (name) => {
  const error = await run(process.execPath, [join(script, '..', name), '--hepl']).catch((each) => each)
  expect(error.code).toBe(1)
  expect(error.stderr).toMatch(/^Unknown option '--hepl'/)
  expect(error.stderr).toContain('  --help ')
  expect(error.stderr).not.toContain('    at ')
})
