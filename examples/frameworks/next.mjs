// npm install next@15.5.6 react@19.2.0 react-dom@19.2.0 @cedi/client
// Save as app/[[...path]]/route.js, and run: npx next dev
import { randomUUID } from 'node:crypto'
import { createClient } from '@cedi/client'
import { send } from '@cedi/client/fetch'
import { settle } from '@cedi/client/settle'
import { memoryStore } from '@cedi/client/settle/memory'

const { CEDI_URL = '', CEDI_API_KEY = '', SHOP_URL = 'http://127.0.0.1:3000' } = process.env
// Functions, because the build imports this file without the variables.
const client = createClient({ baseUrl: () => CEDI_URL, apiKey: () => CEDI_API_KEY })
const settlement = settle({
  client,
  store: memoryStore(), // in production pgStore(pool) or sqliteStore(database)
  on: { paid: ({ order, payment }) => console.log(`Deliver order ${order}: ${payment.ref}`) },
})
settlement.start()

export async function GET(request) {
  const url = new URL(request.url)
  if (url.pathname === '/') return html(page)
  return url.pathname === '/thanks' ? showOrder(url) : notFound()
}

export const POST = (request) => (new URL(request.url).pathname === '/checkout' ? createCheckout() : notFound())

async function createCheckout() {
  const order = randomUUID()
  const thanks = `${SHOP_URL}/thanks?order=${order}`
  const intent = await send(
    client.checkoutIntents.create(
      { amount: 45.5, metadata: { order }, return_url: thanks, allowed_origins: [SHOP_URL] },
      { idempotencyKey: order },
    ),
  )
  await settlement.track({ order, amount: intent.amount, expiresAt: intent.expires_at })
  return Response.json({ token: intent.client_token, thanks })
}

async function showOrder({ searchParams }) {
  const state = await settlement.check(searchParams.get('order') ?? '', searchParams.get('ref'))
  return html(`<!doctype html><title>Your order</title><h1>Your order is ${state}</h1>`)
}

const html = (text) => new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
const notFound = () => new Response('Not found', { status: 404 })

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
