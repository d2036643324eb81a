// npm install express@5.1.0 @cedi/client
// node express.mjs
import { randomUUID } from 'node:crypto'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { settle } from '@cedi/client/settle'
import { memoryStore } from '@cedi/client/settle/memory'
import express from 'express'

const { CEDI_URL = '', CEDI_API_KEY = '', SHOP_URL = 'http://127.0.0.1:3000' } = process.env
const client = createClient({ baseUrl: CEDI_URL, apiKey: CEDI_API_KEY })
const settlement = settle({
  client,
  store: memoryStore(), // in production pgStore(pool) or sqliteStore(database)
  on: { paid: ({ order, payment }) => console.log(`Deliver order ${order}: ${payment.ref}`) },
})
settlement.start()

const app = express()

app.get('/', (_, response) => {
  response.send(page)
})

app.post('/checkout', async (_, response) => {
  const order = randomUUID()
  const thanks = `${SHOP_URL}/thanks?order=${order}`
  const intent = await send(
    client.checkoutIntents.create(
      { amount: 45.5, metadata: { order }, return_url: thanks, allowed_origins: [SHOP_URL] },
      { idempotencyKey: order },
    ),
  )
  await settlement.track({ order, amount: intent.amount, expiresAt: intent.expires_at })
  response.json({ token: intent.client_token, thanks })
})

app.get('/thanks', async ({ query }, response) => {
  const state = await settlement.check(String(query.order), query.ref && String(query.ref))
  response.send(`<!doctype html><title>Your order</title><h1>Your order is ${state}</h1>`)
})

app.listen(Number(new URL(SHOP_URL).port), '127.0.0.1')

const page = `<!doctype html>
<html lang="en">
<title>Shop</title>
<button id="buy">Pay GH₵45.50</button>
<script src="${CEDI_URL}/service.js"></script>
<script>
document.querySelector('#buy').onclick = () => {
  let thanks
  // The result is a hint: the next page reads the payment on the server.
  const go = ({ ref }) => { location.href = thanks + '&ref=' + encodeURIComponent(ref) }
  Cedi.checkout({
    async intent() {
      const response = await fetch('/checkout', { method: 'POST' })
      const checkout = await response.json()
      thanks = checkout.thanks
      return checkout.token
    },
    onSuccess: go,
    onPending: go,
  })
}
</script>`
