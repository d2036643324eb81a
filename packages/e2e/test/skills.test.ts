import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const packages = join(import.meta.dirname, '../..')
const read = (...path: string[]): string => readFileSync(join(packages, ...path), 'utf8')
const published = readdirSync(packages, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, about: JSON.parse(read(name, 'package.json')) }))
  .filter(({ about }) => !about.private)

/** The code and types that a package ships, as one text. */
const shipped = (name: string): string =>
  readdirSync(join(packages, name, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?js|d\.[cm]?ts)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

/** Names of the platform, which our packages do not ship. */
const platform = new Set(['createElement'])

/** The names that a text mentions: calls, flags, attributes, events, variables. */
const namesIn = (text: string): readonly string[] => {
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, span]) => span ?? '').join('\n')
  const calls = [...code.matchAll(/(\w+)\(/g)].map(([, name]) => name ?? '')
  const others = code.match(/(?<![\w-])--[a-z][\w-]+|data-[a-z-]+|cedi:\w+|CEDI_[A-Z_]+/g) ?? []
  return [...new Set([...calls, ...others])].filter((name) => !platform.has(name))
}

describe.each(published)('SKILL.md of $about.name', ({ name, about }) => {
  const text = read(name, 'SKILL.md')

  it('is published, and says when to use it', () => {
    expect(about.files).toContain('SKILL.md')
    const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
    expect(front).toMatch(new RegExp(`^name: cedi-${name}$`, 'm'))
    expect(front).toMatch(/^description: .{40,1000}Use when .+$/m)
  })

  it('is short, because an assistant reads all of it', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3072)
  })

  it('mentions nothing that the package does not have', async () => {
    const ours = Object.keys(about.dependencies ?? {}).filter((one) => one.startsWith('@cedi/'))
    const all = [name, ...ours.map((one) => one.slice('@cedi/'.length))].map(shipped).join('\n')
    // The code has a flag without its dashes, an event maybe without its prefix, and an attribute as a member of `dataset`.
    const spelt = (one: string): readonly string[] => {
      const plain = one.replace(/^(?:--|data-|cedi:)/, '')
      return [one, plain, plain.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
    }
    const isThere = (one: string): boolean => spelt(one).some((form) => all.includes(form))
    const names = namesIn(text)
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter((one) => !isThere(one))).toEqual([])
  })

  it('imports only exported names', async () => {
    for (const [, list = '', from = ''] of text.matchAll(/import \{ ([^}]+) \} from '([^']+)'/g)) {
      const module = await import(/* @vite-ignore */ from)
      for (const one of list.split(', ')) expect(module, `${one} of ${from}`).toHaveProperty(one)
    }
  })
})
