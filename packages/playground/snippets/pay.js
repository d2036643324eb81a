// This code plays your server. Change it, then press Run.
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { clock } from 'playground'

const cedi = createClient({ baseUrl: process.env.CEDI_BASE_URL, apiKey: process.env.CEDI_API_KEY })

// Describe the payment. Nothing is sent yet.
const products = await send(cedi.products.list({ limit: '20' }))
const tote = products.find(({ slug }) => slug === 'kente-tote')
const request = cedi.payments.create({
  product_id: tote.id,
  method: 'mobile_money',
  network: 'mtn',
  phone: '024 412 3789',
  name: 'Kofi Boateng',
})

// Send it. The buyer now gets a prompt on the phone.
const payment = await send(request)
console.log(`${payment.ref} is ${payment.status}`)

// The buyer approves. Time passes faster here.
await clock.push('PT3S')

// Read the payment. Only this response is proof of payment.
const { status, amount, fee, net } = await send(cedi.payments.read(payment.ref))
console.log(`It is ${status}: GH₵${amount}, fee GH₵${fee}, for you GH₵${net}`)

const order = await send(cedi.orders.read(payment.order_ref))
console.log(`Order ${order.ref} is ${order.status}`)
