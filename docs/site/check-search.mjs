// Checks that frequent searches lead to the page that answers them, with the index of the built site.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { searchOptions } from './make/search.mjs'

// The version that VitePress has built the index with.
const MiniSearch = createRequire(createRequire(import.meta.url).resolve('vitepress/package.json'))('minisearch')

/** First result of each search: page and section. */
const expectedResults = {
  refund: 'guides/refunds.html',
  currency: 'guides/take-a-payment.html#currency',
  'phone number format': 'guides/take-a-payment.html#phone-number-format',
  'test card': 'guides/test-every-outcome.html#test-cards',
  insufficient_balance: 'guides/refunds.html#rejected-refunds',
  'buy button': 'guides/buy-button.html',
  woocommerce: 'guides/wordpress.html',
}

const chunks = resolve(import.meta.dirname, '../../.cache/docs/assets/chunks')
const file = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndexroot'))
const { default: json } = await import(join(chunks, file))
const fields = ['title', 'titles', 'text']
const index = MiniSearch.loadJSON(json, { fields, storeFields: ['title', 'titles'], searchOptions })

let failures = 0
for (const [query, page] of Object.entries(expectedResults)) {
  const results = index.search(query).map(({ id }) => id)
  if (results[0]?.includes(`/${page}`)) continue
  failures++
  console.error(`A search for "${query}" must lead to ${page}. Got:\n  ${results.slice(0, 5).join('\n  ')}`)
}
console.log(`${Object.keys(expectedResults).length - failures} searches passed, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
