// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { clock } from 'playground'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

// A number that ends in 079: the buyer never answers.
const payment = await send(
  cedi.payments.create({ amount: '45.50', method: 'mobile_money', network: 'mtn', phone: '024 412 3079' }),
)
console.log(`${payment.status} until ${payment.expires_at}`)

// Ten minutes later.
await clock.push('PT10M')

const { status, failure } = await send(cedi.payments.read(payment.ref))
console.log(status, failure.code)
