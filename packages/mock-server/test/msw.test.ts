import { expect, it } from 'vitest'
import { tryAdapter } from './msw-adapter.js'

it('msw handlers respond with the mock server, under the base URL of the code under test', async () => {
  const results = await tryAdapter()
  expect(Object.entries(results).filter(([, isTrue]) => !isTrue)).toEqual([])
  expect(Object.keys(results)).toHaveLength(9)
})
