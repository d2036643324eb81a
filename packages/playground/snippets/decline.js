// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { clock } from 'playground'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

// A number that ends in 049 has too little money. Numbers decide how a test goes.
const payment = await send(
  cedi.payments.create({ amount: '45.50', method: 'mobile_money', network: 'mtn', phone: '024 412 3049' }),
)
await clock.push('PT3S')

// A declined payment is not an API error: the status is in the record.
const { status, failure } = await send(cedi.payments.read(payment.ref))
console.log(status, failure.code)
console.log(failure.message)
// No money has moved, so the ledger has no new entry.
