import type { Context } from '@cedi/mock-server/internal'
import { createSandbox } from '@cedi/sandbox'
import { expect, test } from 'vitest'
import { findCanonicalPath } from './canonical-path.js'

/** A service whose use fails the test. */
const unusable = new Proxy({}, { get: () => expect.fail('The store was read.') }) as Context

test.each(['/', '.', "'", ';', ')'])('a path with 100,000 characters %s reads nothing', async (character) => {
  expect(await findCanonicalPath(unusable, `/@ama${character.repeat(100_000)}a`)).toBeUndefined()
})

test.each([
  ['/%40ama', '/@ama'],
  ['/@Ama/Kente-Tote.', '/@ama/kente-tote'],
  ["/@ama/kente-tote!?)'", '/@ama/kente-tote'],
  ['/@ama/&e=AT0x', '/@ama'],
  ['/@ama/kente-tote%E2%80%9D and more', '/@ama/kente-tote'],
])('the path %s redirects to %s', async (path, canonical) => {
  const response = await createSandbox().handle({
    method: 'GET',
    url: `http://cedi.test${path}`,
    headers: { Accept: 'text/html' },
  })
  expect(response.headers['Location']).toBe(canonical)
})
