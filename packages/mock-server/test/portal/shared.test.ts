import { createMemoryStore } from '@cedi/ledger'
import { it } from 'vitest'
import { shareTheDoors } from './two-servers.js'

it('two servers on one store know the same invitations, sessions and keys, and take each only once', async () => {
  const memory = createMemoryStore()
  await shareTheDoors({
    ...memory,
    snapshot: async () => memory.snapshot(),
    restore: async (snapshot) => memory.restore(snapshot),
    clear: async () => memory.clear(),
  })
})
