import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
  '/wordpress-6.6.2.zip': zip('wordpress/wp-includes/version.php', "<?php\n$wp_version = '6.6.2';\n"),
}
let server: Server
let folder: string
let busy = 0

/** A zip with one uncompressed file. */
function zip(name: string, text: string): Buffer {
  const [title, bytes] = [Buffer.from(name), Buffer.from(text)]
  const part = (size: number, signature: number, write: (header: Buffer) => void) => {
    const header = Buffer.alloc(size)
    header.writeUInt32LE(signature, 0)
    write(header)
    return header
  }
  const local = part(30, 0x04034b50, (header) => header.writeUInt16LE(title.length, 26))
  const central = part(46, 0x02014b50, (header) => {
    header.writeUInt32LE(bytes.length, 20)
    header.writeUInt32LE(bytes.length, 24)
    header.writeUInt16LE(title.length, 28)
  })
  const before = local.length + title.length + bytes.length
  const end = part(22, 0x06054b50, (header) => {
    header.writeUInt16LE(1, 8)
    header.writeUInt16LE(1, 10)
    header.writeUInt32LE(before, 16)
  })
  return Buffer.concat([local, title, bytes, central, title, end])
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cedi-fetch-'))
  server = createServer((request, response) => {
    const file = files[request.url ?? '']
    if (busy-- > 0) response.writeHead(503).end()
    else response.writeHead(file ? 200 : 404).end(file)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const fetchThem = (woocommerce: string) => {
  const { port } = server.address() as AddressInfo
  const from = `http://127.0.0.1:${port}`
  const places = ['--plugins', `${from}/plugin`, '--core', from, '--folder', folder]
  return run(process.execPath, [script, '--woocommerce', woocommerce, '--wordpress', '6.6.2', ...places])
}

it('prints where the downloaded WooCommerce and WordPress are, even if the server was busy at first', async () => {
  busy = 1
  const { stdout } = await fetchThem('8.4.0')
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

it('refuses a download with the wrong version, and a version that does not exist', async () => {
  await expect(fetchThem('9.0.0')).rejects.toThrow('holds woocommerce 8.9.9, and 9.0.0 was asked for')
  await expect(fetchThem('7.0.0')).rejects.toThrow('could not be fetched: 404')
})
