import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
/** Names that a shop page or the checkout page uses. They must not be shortened. */
const visible = [
  '../src/options.ts',
  '../src/brought.ts',
  '../../contract/src/checkout-messages.ts',
  '../../embed-js/src/embed.d.ts',
  '../../embed-js/src/attributes.ts',
]

test('no name that a shop page or the checkout page uses is shortened', async () => {
  const file = new URL('../scripts/bundle.mjs', import.meta.url).href
  const { ownNames } = (await import(/* @vite-ignore */ file)) as { ownNames: readonly string[] }
  const publicTypes = /export interface CheckoutSession [\s\S]*?\n}/.exec(read('../src/checkout-session.ts'))?.[0] ?? ''
  const text = [...visible.map(read), read('../src/cedi.ts').replace(/return \{[\s\S]*/, ''), publicTypes].join('\n')
  const members = new Set([...text.matchAll(/^\s+(?:readonly )?'?([\w.]+)'?\??[:(]/gm)].map(([, name]) => name))
  const known = ['intent', 'container', 'onSuccess', 'ref', 'result', 'token']
  expect([...members]).toEqual(expect.arrayContaining(known))
  expect(ownNames.filter((name) => members.has(name))).toEqual([])
})
