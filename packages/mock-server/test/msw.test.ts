import { expect, it } from 'vitest'
import { tryAdapter } from './msw-adapter.js'

it('msw handlers answer with the mock server, under the base address of the code under test', async () => {
  const told = await tryAdapter()
  expect(Object.entries(told).filter(([, isTrue]) => !isTrue)).toEqual([])
  expect(Object.keys(told)).toHaveLength(9)
})
