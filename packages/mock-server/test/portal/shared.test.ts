import { createMemoryStore } from '@cedi/ledger'
import { it } from 'vitest'
import type { KeptStore } from '../../src/index.js'
import { walkTheLists } from './paging.js'
import { shareTheDoors } from './two-servers.js'

function memory(): KeptStore {
  const store = createMemoryStore()
  return {
    ...store,
    snapshot: async () => store.snapshot(),
    restore: async (snapshot) => store.restore(snapshot),
    clear: async () => store.clear(),
  }
}

it('two servers on one store know the same invitations, sessions and keys, and take each only once', () =>
  shareTheDoors(memory()))

it('every list of the desk and of a portal leads to all of its pages and back, without a row twice or missing', () =>
  walkTheLists(memory()))
