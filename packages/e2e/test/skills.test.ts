import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const packages = join(import.meta.dirname, '../..')
const read = (...path: string[]): string => readFileSync(join(packages, ...path), 'utf8')
const published = readdirSync(packages, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, manifest: JSON.parse(read(name, 'package.json')) }))
  .filter(({ manifest }) => !manifest.private)

/** Returns the concatenated code and types of a package. */
const readDist = (name: string): string =>
  readdirSync(join(packages, name, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?js|d\.[cm]?ts)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

/** Names of the platform, which the packages do not contain. */
const platformNames = new Set(['createElement'])

/** Returns the functions, flags, attributes, events and variables that a text mentions. */
const findNames = (text: string): readonly string[] => {
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, span]) => span ?? '').join('\n')
  const calls = [...code.matchAll(/(\w+)\(/g)].map(([, name]) => name ?? '')
  const others = code.match(/(?<![\w-])--[a-z][\w-]+|data-[a-z-]+|cedi:\w+|CEDI_[A-Z_]+/g) ?? []
  return [...new Set([...calls, ...others])].filter((name) => !platformNames.has(name))
}

describe.each(published)('SKILL.md of $manifest.name', ({ name, manifest }) => {
  const text = read(name, 'SKILL.md')

  it('is published and describes when to use it', () => {
    expect(manifest.files).toContain('SKILL.md')
    const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
    expect(front).toMatch(new RegExp(`^name: cedi-${name}$`, 'm'))
    expect(front).toMatch(/^description: .{40,1000}Use when .+$/m)
  })

  // The one of the client describes the requests and the tracking of payments.
  it('is at most 4 KiB', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
  })

  it('mentions only names that the package contains', async () => {
    const workspaceDependencies = Object.keys(manifest.dependencies ?? {}).filter((item) => item.startsWith('@cedi/'))
    const distText = [
      name,
      ...workspaceDependencies.map((workspaceDependency) => workspaceDependency.slice('@cedi/'.length)),
    ]
      .map(readDist)
      .join('\n')
    // In the code a flag has no dashes, an event may have no prefix, and an attribute is a member of `dataset`.
    const listSpellings = (one: string): readonly string[] => {
      const bareName = one.replace(/^(?:--|data-|cedi:)/, '')
      return [one, bareName, bareName.replace(/-(\w)/g, (_, character: string) => character.toUpperCase())]
    }
    const isInDist = (one: string): boolean => listSpellings(one).some((spelling) => distText.includes(spelling))
    const names = findNames(text)
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter((item) => !isInDist(item))).toEqual([])
  })

  it('imports only exported names', async () => {
    for (const [, list = '', from = ''] of text.matchAll(/import \{ ([^}]+) \} from '([^']+)'/g)) {
      const module = await import(/* @vite-ignore */ from)
      for (const one of list.split(', ')) expect(module, `${one} of ${from}`).toHaveProperty(one)
    }
  })
})
