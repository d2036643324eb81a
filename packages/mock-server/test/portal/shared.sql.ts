import { openPglite, openSqlStore } from '@cedi/ledger/sql'
import { it } from 'vitest'
import { shareTheDoors } from './two-servers.js'

it('two servers on one database know the same invitations, sessions and keys, and take each only once', async () => {
  const store = await openSqlStore(await openPglite())
  try {
    await shareTheDoors(store)
  } finally {
    await store.close()
  }
})
