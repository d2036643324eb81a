import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mutations } from '../../../wordpress-plugin/scripts/mutations.mjs'
import { shopMutations } from '../../../wordpress-plugin/scripts/shop-mutations.mjs'

type Strings<Name extends string> = Readonly<Record<Name, string>>
interface Threat {
  readonly row: number
  /** A proof of the plugin has the name of one of its mutations. */
  readonly proofs: readonly (Strings<'suite' | 'file' | 'test'> &
    Partial<Strings<'mutation' | 'in' | 'find' | 'put'>>)[]
}
type Mutation = readonly [name: string, file: string, find: string, put: string, tests: string]
const pluginMutations = [...mutations, ...shopMutations] as readonly Mutation[]

const readFile = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const threats = JSON.parse(readFile('../threats.json')) as Threat[]
const folders = { 'sandbox-pages': 'sandbox', 'wordpress-plugin': '../wordpress-plugin/tests' } as Strings<string>

/** Whether a file contains a test. The name may include group names and values of `test.each`. */
const hasTest = (source: string, name: string): boolean =>
  source.includes(`function ${name}(`) ||
  [...source.matchAll(/'((?:[^'\\\n]|\\.){9,})'/g)].some(([, text = '']) => {
    const pattern = text.replaceAll("\\'", "'").replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?:^| )${pattern.replace(/%[sj]/g, '.+')}$`).test(name)
  })

test('hasTest finds a test by its full name and rejects another name', () => {
  const source = "test('takes the price from the server', go)"
  expect(hasTest(source, 'the storefront takes the price from the server')).toBe(true)
  expect(hasTest(source, 'the storefront takes the price from the browser')).toBe(false)
})

test('each threat has a proof', () => {
  expect(threats.map(({ row }) => row)).toEqual(Array.from({ length: threats.length }, (_, at) => at + 1))
  for (const { proofs } of threats) expect(proofs.length).toBeGreaterThan(0)
})

describe.each(threats)('each proof of threat $row', ({ proofs }) => {
  test.each(proofs)('names a test that exists: $test', ({ suite, file, test }) => {
    expect(hasTest(readFile(`../../${folders[suite] ?? suite}/${file}`), test)).toBe(true)
  })

  test.each(proofs)('names a defence that occurs exactly once: $in$mutation', ({ in: file, find, mutation }) => {
    if (mutation === undefined) expect(readFile(`../../../${file}`).split(`${find}`)).toHaveLength(2)
    else expect(pluginMutations.filter(([name]) => name === mutation)).toHaveLength(1)
  })
})

test.each(pluginMutations)('the mutation "%s" of the plugin finds its text exactly once', (_, file, find) => {
  expect(readFile(`../../../wordpress-plugin/includes/${file}`).split(find)).toHaveLength(2)
})

test('THREATS.md contains every test of the list', () => {
  const page = readFile('../THREATS.md')
  for (const { proofs } of threats) for (const { test } of proofs) expect(page).toContain(test.replaceAll('|', '\\|'))
})
