// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { clock, operator } from 'playground'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

// A buyer has paid.
const payment = await send(
  cedi.payments.create({ amount: '100.00', method: 'mobile_money', network: 'mtn', phone: '024 412 3789' }),
)
await clock.push('PT3S')

// You ask for a refund. Money is set aside, and nothing is sent to the buyer yet.
const refund = await send(cedi.refunds.create({ payment_ref: payment.ref, amount: '40.00', reason: 'A seam is open.' }))
console.log(`Refund ${refund.ref} is ${refund.status}`)

// The operator pays it by hand and marks it.
await operator.pay(refund.ref, 'Sent by MoMo, 4431')

const { refunded_amount } = await send(cedi.payments.read(payment.ref))
console.log(`Refunded: GH₵${refunded_amount}`)

const { available } = await send(cedi.balance.read())
console.log(`Available: GH₵${available}`)
