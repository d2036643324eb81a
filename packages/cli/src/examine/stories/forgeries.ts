import { showsPaid } from '../page-texts.js'
import { product } from '../service.js'
import type { Stage, Story } from '../story.js'

/** Query parameters that claim a successful payment. */
const forgedQueries: readonly Record<string, string>[] = [
  { status: 'succeeded' },
  { status: 'success', paid: '1', payment_status: 'paid', success: 'true' },
]

/** Opens the return page of an unpaid order. Asserts that nothing is delivered, and that the page does not show it as paid. */
async function returnUnpaid(stage: Stage, query: Record<string, string>, reason: string): Promise<void> {
  const buyer = stage.buyer()
  const order = await stage.order(buyer)
  const ref = await stage.begin(order, buyer)
  const page = await stage.return(
    order.orderId,
    { ...query, ...(query['ref'] === 'own' && { ref, payment: ref }) },
    buyer,
  )
  await stage.expectUndelivered(order.orderId, reason)
  if (page.status >= 500) stage.fail('stays-up', `${reason}, and the page responds ${page.status}.`)
  if (showsPaid(page.text, stage.texts))
    stage.fail('told-the-truth', `${reason}, but the page shows what a paid order shows.`)
}

/** Stories about forged URLs, refs and notifications. */
export const forgeryStories: readonly Story[] = [
  {
    name: 'success-page',
    summary: 'A buyer opens the success page without paying.',
    severity: 'money',
    needs: 'return',
    run: (stage) => returnUnpaid(stage, {}, 'The buyer has only opened the page'),
  },
  {
    name: 'forged-status',
    summary: 'A buyer returns with status=succeeded, without paying.',
    severity: 'money',
    needs: 'return',
    async run(stage) {
      for (const query of forgedQueries) await returnUnpaid(stage, query, 'The buyer wrote the status into the address')
    },
  },
  {
    name: 'forged-status-own-ref',
    summary: 'A buyer returns with status=succeeded and the ref of the own pending payment.',
    severity: 'money',
    needs: 'return',
    run: (stage) => returnUnpaid(stage, { status: 'succeeded', ref: 'own' }, 'The payment is pending'),
  },
  {
    name: 'unknown-ref',
    summary: 'A buyer returns with a ref that does not exist.',
    severity: 'money',
    needs: 'return',
    run: (stage) =>
      returnUnpaid(
        stage,
        { status: 'succeeded', ref: 'pay_00000000', payment: 'pay_00000000' },
        'The ref does not exist',
      ),
  },
  {
    name: 'other-orders-ref',
    summary: 'A buyer returns with the ref of another buyer, who has paid.',
    severity: 'money',
    needs: 'return',
    async run(stage) {
      const payer = stage.buyer()
      const paidOrder = await stage.order(payer)
      const ref = await stage.begin(paidOrder, payer)
      await stage.decide(ref, 'approve')
      const thief = stage.buyer()
      const order = await stage.order(thief)
      await stage.begin(order, thief)
      await stage.return(order.orderId, { status: 'succeeded', ref, payment: ref }, thief)
      await stage.expectUndelivered(order.orderId, 'The payment belongs to another order')
      await stage.expectDelivered(paidOrder.orderId, 'The other buyer has paid')
    },
  },
  {
    name: 'own-earlier-ref',
    summary: 'A buyer pays one order, orders again, and returns with the ref of the first.',
    severity: 'money',
    needs: 'return',
    async run(stage) {
      const buyer = stage.buyer()
      const first = await stage.order(buyer)
      const ref = await stage.begin(first, buyer)
      await stage.decide(ref, 'approve')
      await stage.expectDelivered(first.orderId, 'The buyer has paid')
      const other = stage.withQuantity(buyer, 2)
      const second = await stage.order(other)
      if (second.orderId === first.orderId) return
      await stage.begin(second, other)
      await stage.return(second.orderId, { status: 'succeeded', ref, payment: ref }, other)
      await stage.expectUndelivered(second.orderId, 'Its payment is pending, and the ref is of an earlier order')
    },
  },
  {
    name: 'foreign-merchant',
    summary: 'A buyer returns with the ref of a payment to another merchant.',
    severity: 'money',
    needs: 'return',
    async run(stage) {
      const body = { amount: product.price, method: 'mobile_money', phone: '0244123789' }
      const { ref } = await stage.api<{ ref: string }>('POST', 'payments', body, 'foreign')
      await stage.decide(ref, 'approve')
      await returnUnpaid(stage, { status: 'succeeded', ref, payment: ref }, 'The payment went to another merchant')
    },
  },
  {
    name: 'cheap-payment',
    summary: 'A payment of GH₵1.00 with the metadata of the order succeeds, and the buyer returns with its ref.',
    severity: 'money',
    needs: 'return',
    async run(stage) {
      const buyer = stage.buyer()
      const order = await stage.order(buyer)
      const { metadata } = await stage.readPayment(await stage.begin(order, buyer))
      const body = { amount: 1, method: 'mobile_money', phone: buyer.phone, metadata }
      const { ref } = await stage.api<{ ref: string }>('POST', 'payments', body)
      await stage.decide(ref, 'approve')
      await stage.return(order.orderId, { status: 'succeeded', ref, payment: ref }, buyer)
      await stage.expectUndelivered(order.orderId, `GH₵1.00 of GH₵${product.price} were paid`)
    },
  },
  {
    name: 'wrong-amount',
    summary: 'The service reports a succeeded payment with a lower amount.',
    severity: 'money',
    async run(stage) {
      const { order, ref } = await stage.startPayment()
      stage.rewrite('the payment is GH₵0.50', (path, data) =>
        path.startsWith('/api/v1/payments') || path.startsWith('/api/v1/orders')
          ? { ...data, ...('amount' in data && { amount: 0.5 }), ...('total' in data && { total: 0.5 }) }
          : undefined,
      )
      await stage.decide(ref, 'approve')
      await stage.expectUndelivered(order.orderId, 'The amount of the payment is GH₵0.50')
    },
  },
  {
    name: 'wrong-currency',
    summary: 'The service reports a succeeded payment in another currency.',
    severity: 'money',
    async run(stage) {
      const { order, ref } = await stage.startPayment()
      stage.rewrite('the payment is in NGN', (_path, data) =>
        'currency' in data ? { ...data, currency: 'NGN' } : undefined,
      )
      await stage.decide(ref, 'approve')
      await stage.expectUndelivered(order.orderId, 'The currency of the payment is NGN')
    },
  },
  {
    name: 'forged-webhook',
    summary: 'Anyone posts a notification about a paid order.',
    severity: 'money',
    needs: 'webhook',
    async run(stage) {
      const { order, ref } = await stage.startPayment()
      const payment = {
        ...(await stage.readPayment(ref)),
        status: 'succeeded',
        order: order.orderId,
        orderId: order.orderId,
      }
      const bodies = [
        payment,
        { type: 'payment.succeeded', event: 'payment.succeeded', data: payment, payment },
        { success: true, data: payment, error: null },
      ]
      for (const body of bodies)
        await stage.buyer().fetch(stage.shop.webhook as string, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      await stage.expectUndelivered(order.orderId, 'The notification was forged')
    },
  },
  {
    name: 'forged-message',
    summary: 'Another window sends the page the messages of a succeeded payment.',
    severity: 'money',
    async run(stage) {
      const { buyer, order, ref } = await stage.startPayment()
      await stage.forgeMessages(order, buyer, ref)
      await stage.expectUndelivered(order.orderId, 'The messages were forged')
    },
  },
  {
    name: 'guessed-order',
    summary: 'Another buyer opens the order.',
    severity: 'high',
    needs: 'return',
    async run(stage) {
      const { buyer, order, ref } = await stage.startPayment()
      const stranger = stage.buyer()
      await stage.order(stranger)
      for (const query of [{}, { ref, status: 'succeeded' }]) {
        const { text } = await stage.return(order.orderId, query, stranger)
        for (const detail of [buyer.name, buyer.email, buyer.phone, buyer.phone.slice(1)])
          if (text.includes(detail)) stage.fail('private-orders', `Another buyer opens the order and reads ${detail}.`)
      }
    },
  },
  {
    name: 'key-in-pages',
    summary: 'The pages, scripts and source maps of the shop are searched for the key.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer()
      const seen = new Set<string>()
      const queue = ['/', '/no-such-page', ...(stage.shop.pages ?? [])]
      for (let path = queue.shift(); path !== undefined && seen.size < 40; path = queue.shift()) {
        if (seen.has(path)) continue
        seen.add(path)
        const text = await (await buyer.fetch(path)).text()
        for (const [, script = ''] of text.matchAll(/<script[^>]+src="([^"]+)"|import\s*\(?["'](\.?\/[^"']+)/g))
          if (script.startsWith('/') && !script.startsWith('//')) queue.push(script)
        for (const [, map = ''] of text.matchAll(/sourceMappingURL=(\S+)/g))
          if (!map.startsWith('data:')) queue.push(new URL(map, `http://x${path}`).pathname)
      }
    },
  },
  {
    name: 'key-in-errors',
    summary: 'The service fails in several ways, and the error pages are searched for the key.',
    severity: 'money',
    async run(stage) {
      for (const fault of [{ status: 503 }, { drop: 'before' }, { malformed_json: true }] as const) {
        stage.addFault({ match: { path: '/api/v1/*' }, fault })
        const buyer = stage.buyer()
        for (const path of stage.shop.pages ?? ['/']) await buyer.fetch(path)
        await stage.tryOrder(buyer)
        stage.endFaults()
      }
    },
  },
]
