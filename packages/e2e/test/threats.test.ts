import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Threat {
  readonly row: number
  readonly proofs: readonly Readonly<Record<'suite' | 'file' | 'test' | 'in' | 'find' | 'put', string>>[]
}

const here = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const threats = JSON.parse(here('../threats.json')) as Threat[]
const folders = { 'sandbox-pages': 'sandbox' } as Readonly<Record<string, string>>

/** Whether a file has a test with this name, which may begin with the names of its groups and have values of `test.each`. */
const isTestOf = (source: string, name: string): boolean =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.){9,})'/g)].some(([, text = '']) => {
    const pattern = text.replaceAll("\\'", "'").replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?:^| )${pattern.replace(/%[sj]/g, '.+')}$`).test(name)
  })

test('a test that does not exist is noticed', () => {
  const source = "test('takes the price from the server', go)"
  expect(isTestOf(source, 'the storefront takes the price from the server')).toBe(true)
  expect(isTestOf(source, 'the storefront takes the price from the browser')).toBe(false)
})

test('each of the twenty threats has a defence, and a test that fails without it', () => {
  expect(threats.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  for (const { proofs } of threats) expect(proofs.length).toBeGreaterThan(0)
})

describe.each(threats)('the proofs of threat $row', ({ proofs }) => {
  test.each(proofs)('name a test that exists: $test', ({ suite, file, test }) => {
    expect(isTestOf(here(`../../${folders[suite] ?? suite}/${file}`), test)).toBe(true)
  })

  test.each(proofs)(
    'name a defence that occurs exactly once in $in, so that it can be removed',
    ({ in: file, find }) => {
      expect(here(`../../../${file}`).split(find)).toHaveLength(2)
    },
  )
})

test('the page about the threats matches the list', () => {
  const page = here('../THREATS.md')
  for (const { proofs } of threats) for (const { test } of proofs) expect(page).toContain(test.replaceAll('|', '\\|'))
})
