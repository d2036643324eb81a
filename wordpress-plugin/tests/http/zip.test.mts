import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

const plugin = resolve(import.meta.dirname, '../..')
const zip = join(plugin, 'dist/cedi-commerce.zip')
let shop: Shop
let unpacked = ''
let files: string[] = []
beforeAll(async () => {
  execFileSync('node', [join(plugin, 'scripts/zip.mjs')], { stdio: 'ignore' })
  shop = await openShop({ active: false })
  unpacked = join(shop.folder, 'unpacked')
  const unpack = `import { unzip } from ${JSON.stringify(join(plugin, 'scripts/lab/unzip.mjs'))}; unzip(${JSON.stringify(zip)}, ${JSON.stringify(unpacked)})`
  execFileSync('node', ['--input-type=module', '--eval', unpack])
  files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(unpacked, 'cedi-commerce'), join(entry.parentPath, entry.name)))
})
afterAll(() => shop?.close())

describe('the zip', () => {
  it('two builds have the same bytes, at most 290,000', () => {
    const first = readFileSync(zip)
    expect(statSync(zip).size).toBeLessThanOrEqual(290_000)
    execFileSync('node', [join(plugin, 'scripts/zip.mjs')], { stdio: 'ignore' })
    expect(readFileSync(zip).equals(first)).toBe(true)
  })

  it('the zip contains the files of an installed plugin only', () => {
    for (const file of [
      'cedi-commerce.php',
      'uninstall.php',
      'wpml-config.xml',
      'readme.txt',
      'LICENSE',
      'languages/cedi-commerce-fr_FR.mo',
      // The template for translators.
      'languages/cedi-commerce.pot',
    ])
      expect(files).toContain(file)
    expect(
      files.filter((file) =>
        /(?:^|\/)\.|^(?:tests|scripts|node_modules|dist)\/|package|\.(?:map|md|po|zip|log)$/.test(file),
      ),
    ).toEqual([])
  })

  it('no other plugin of this name is offered as an update', () => {
    expect(readFileSync(join(unpacked, 'cedi-commerce/cedi-commerce.php'), 'utf8')).toContain(
      '\n * Update URI:           false\n',
    )
  })

  it('the styles for right-to-left languages are identical', () => {
    for (const name of ['buy-button', 'order-screen', 'settings']) {
      const [style, mirrored] = ['index.css', 'index-rtl.css'].map((file) =>
        readFileSync(join(plugin, 'build', name, file), 'utf8'),
      )
      expect(mirrored).toBe(style)
    }
  })

  it('source.txt contains the source of each minified script', () => {
    const scripts = files.filter((file) => /^build\/.*\.js$/.test(file))
    expect(scripts.length).toBeGreaterThan(5)
    const source = readFileSync(join(unpacked, 'cedi-commerce/source.txt'), 'utf8')
    for (const script of scripts) {
      const [, name] = /^build\/([\w-]+)\//.exec(script) ?? []
      expect(source).toMatch(new RegExp(`^=== src/${name}/index\\.tsx? ===$`, 'm'))
    }
    // The source is complete, with the files that build it.
    for (const file of ['src/buy-button/edit.tsx', 'src/money.ts', 'src/settings/settings.css', 'webpack.config.js'])
      expect(source).toContain(`\n=== ${file} ===\n${readFileSync(join(plugin, file), 'utf8')}`)
  })

  it('all files have the same version', () => {
    const read = (file: string) => readFileSync(join(unpacked, 'cedi-commerce', file), 'utf8')
    const versions = [
      /^ \* Version:\s+(\S+)$/m.exec(read('cedi-commerce.php'))?.[1],
      /^const VERSION = '(.+)';$/m.exec(read('includes/namespace.php'))?.[1],
      /^Stable tag: (\S+)$/m.exec(read('readme.txt'))?.[1],
      /^== Changelog ==\n\n= (\S+)/m.exec(read('readme.txt'))?.[1],
      /^== Upgrade Notice ==\n\n= (\S+)/m.exec(read('readme.txt'))?.[1],
    ]
    expect(new Set(versions).size).toBe(1)
    expect(versions[0]).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
