// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { buyer } from 'playground'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

// This card asks its owner to confirm on a page of the bank.
const payment = await send(
  cedi.payments.create({
    amount: '85.00',
    method: 'card',
    card: { number: '4000 0025 0000 3155', expiry_month: 12, expiry_year: 2030, cvc: '123' },
    return_url: 'https://shop.example/thanks',
  }),
)
// Lead the buyer to this page of the bank.
console.log(payment.next_action.type, payment.next_action.url)

// The buyer confirms there.
await buyer.approve(payment.ref)

const { status, card_last4 } = await send(cedi.payments.read(payment.ref))
console.log(`${status}, card ending in ${card_last4}`)
