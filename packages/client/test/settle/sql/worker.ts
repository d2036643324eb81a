// Worker process of a shop, with the clock of the test. The test kills it with SIGKILL.
import { createClient } from '@cedi/client'
import pg from 'pg'
import { settle } from '../../../src/settle/index.js'
import { pgStore } from '../../../src/settle/stores/pg.js'

const [, , serviceUrl = '', databaseUrl = ''] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: 6 })
const otherPool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
let nowMs = 0
const settlement = settle({
  client: createClient({ baseUrl: serviceUrl, apiKey: 'sk_test_all' }),
  store: pgStore(pool),
  nowMs: () => nowMs,
  sleep: async () => {},
  onError: (error) => process.send?.({ error: String(error) }),
  on: {
    async paid({ order, key, tx }) {
      await tx.query('INSERT INTO deliveries (order_id) VALUES ($1)', [order])
      // An effect that cannot be undone, such as an email.
      await otherPool.query('INSERT INTO emails (key) VALUES ($1)', [key])
      // A pause, so that some workers die between the email and the end of the transaction.
      await new Promise((resolve) => setTimeout(resolve, 4))
    },
  },
})
process.on('message', async (message: { nowMs: number }) => {
  nowMs = message.nowMs
  const run = await settlement.runOnce()
  process.send?.({ run })
})
process.send?.({ ready: true })
