import { splitHtml } from '../html.js'
import { showsPaid } from '../page-texts.js'
import type { Scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { product } from '../service.js'

/** Query parameters that claim a successful payment. */
const forgedQueries: readonly Record<string, string>[] = [
  { status: 'succeeded' },
  { status: 'success', paid: '1', payment_status: 'paid', success: 'true' },
]

/** Opens the return page of an unpaid order. Asserts that nothing is delivered, and that the page does not show it as paid. */
async function returnUnpaid(context: ScenarioContext, query: Record<string, string>, reason: string): Promise<void> {
  const buyer = context.buyer()
  const order = await context.order(buyer)
  const ref = await context.begin(order, buyer)
  const page = await context.return(
    order.orderId,
    { ...query, ...(query['ref'] === 'own' && { ref, payment: ref }) },
    buyer,
  )
  await context.expectUndelivered(order.orderId, reason)
  if (page.status >= 500) context.fail('stays-up', `${reason}, and the page responds ${page.status}.`)
  if (showsPaid(page.text, context.texts))
    context.fail('told-the-truth', `${reason}, but the page shows what a paid order shows.`)
}

/** Scenarios about forged URLs, refs and notifications. */
export const forgeryScenarios: readonly Scenario[] = [
  {
    name: 'success-page',
    summary: 'A buyer opens the success page without paying.',
    severity: 'money',
    requires: ['separate-orders'],
    needs: 'return',
    run: (context) => returnUnpaid(context, {}, 'The buyer has only opened the page'),
  },
  {
    name: 'forged-status',
    summary: 'A buyer returns with status=succeeded, without paying.',
    severity: 'money',
    requires: ['separate-orders'],
    needs: 'return',
    async run(context) {
      for (const query of forgedQueries)
        await returnUnpaid(context, query, 'The buyer wrote the status into the address')
    },
  },
  {
    name: 'forged-status-own-ref',
    summary: 'A buyer returns with status=succeeded and the ref of the own pending payment.',
    severity: 'money',
    requires: ['separate-orders'],
    needs: 'return',
    run: (context) => returnUnpaid(context, { status: 'succeeded', ref: 'own' }, 'The payment is pending'),
  },
  {
    name: 'unknown-ref',
    summary: 'A buyer returns with a ref that does not exist.',
    severity: 'money',
    requires: ['separate-orders'],
    needs: 'return',
    run: (context) =>
      returnUnpaid(
        context,
        { status: 'succeeded', ref: 'pay_00000000', payment: 'pay_00000000' },
        'The ref does not exist',
      ),
  },
  {
    name: 'other-orders-ref',
    summary: 'A buyer returns with the ref of another buyer, who has paid.',
    severity: 'money',
    requires: ['paid'],
    needs: 'return',
    async run(context) {
      const payer = context.buyer()
      const paidOrder = await context.order(payer)
      const ref = await context.begin(paidOrder, payer)
      await context.decide(ref, 'approve')
      const thief = context.buyer()
      const order = await context.order(thief)
      await context.begin(order, thief)
      await context.return(order.orderId, { status: 'succeeded', ref, payment: ref }, thief)
      await context.expectUndelivered(order.orderId, 'The payment belongs to another order')
      await context.expectDelivered(paidOrder.orderId, 'The other buyer has paid')
    },
  },
  {
    name: 'own-earlier-ref',
    summary: 'A buyer pays one order, orders again, and returns with the ref of the first.',
    severity: 'money',
    requires: ['paid'],
    needs: 'return',
    async run(context) {
      const buyer = context.buyer()
      const first = await context.order(buyer)
      const ref = await context.begin(first, buyer)
      await context.decide(ref, 'approve')
      await context.expectDelivered(first.orderId, 'The buyer has paid')
      const other = context.withQuantity(buyer, 2)
      const second = await context.order(other)
      if (second.orderId === first.orderId) return
      await context.begin(second, other)
      await context.return(second.orderId, { status: 'succeeded', ref, payment: ref }, other)
      await context.expectUndelivered(second.orderId, 'Its payment is pending, and the ref is of an earlier order')
    },
  },
  {
    name: 'foreign-merchant',
    summary: 'A buyer returns with the ref of a payment to another merchant.',
    severity: 'money',
    requires: ['separate-orders'],
    needs: 'return',
    async run(context) {
      const body = { amount: product.price, method: 'mobile_money', phone: '0244123789' }
      const { ref } = await context.api<{ ref: string }>('POST', 'payments', body, 'foreign')
      await context.decide(ref, 'approve')
      await returnUnpaid(context, { status: 'succeeded', ref, payment: ref }, 'The payment went to another merchant')
    },
  },
  {
    name: 'cheap-payment',
    summary: 'A payment of GH₵1.00 with the metadata of the order succeeds, and the buyer returns with its ref.',
    severity: 'money',
    requires: ['separate-orders'],
    needs: 'return',
    async run(context) {
      const buyer = context.buyer()
      const order = await context.order(buyer)
      const { metadata } = await context.readPayment(await context.begin(order, buyer))
      const body = { amount: 1, method: 'mobile_money', phone: buyer.phone, metadata }
      const { ref } = await context.api<{ ref: string }>('POST', 'payments', body)
      await context.decide(ref, 'approve')
      await context.return(order.orderId, { status: 'succeeded', ref, payment: ref }, buyer)
      await context.expectUndelivered(order.orderId, `GH₵1.00 of GH₵${product.price} were paid`)
    },
  },
  {
    name: 'wrong-amount',
    summary: 'The service reports a succeeded payment with a lower amount.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const { order, ref } = await context.startPayment()
      context.rewrite('the payment is GH₵0.50', (path, data) =>
        path.startsWith('/api/v1/payments') || path.startsWith('/api/v1/orders')
          ? { ...data, ...('amount' in data && { amount: 0.5 }), ...('total' in data && { total: 0.5 }) }
          : undefined,
      )
      await context.decide(ref, 'approve')
      await context.expectUndelivered(order.orderId, 'The amount of the payment is GH₵0.50')
    },
  },
  {
    name: 'wrong-currency',
    summary: 'The service reports a succeeded payment in another currency.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const { order, ref } = await context.startPayment()
      context.rewrite('the payment is in NGN', (_path, data) =>
        'currency' in data ? { ...data, currency: 'NGN' } : undefined,
      )
      await context.decide(ref, 'approve')
      await context.expectUndelivered(order.orderId, 'The currency of the payment is NGN')
    },
  },
  {
    name: 'forged-webhook',
    summary: 'Anyone posts a notification about a paid order.',
    severity: 'money',
    requires: ['separate-orders'],
    needs: 'webhook',
    async run(context) {
      const { order, ref } = await context.startPayment()
      const payment = {
        ...(await context.readPayment(ref)),
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
        await context.buyer().fetch(context.shop.webhook as string, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      await context.expectUndelivered(order.orderId, 'The notification was forged')
    },
  },
  {
    name: 'forged-message',
    summary: 'Another window sends the page the messages of a succeeded payment.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const { buyer, order, ref } = await context.startPayment()
      await context.forgeMessages(order, buyer, ref)
      await context.expectUndelivered(order.orderId, 'The messages were forged')
    },
  },
  {
    name: 'guessed-order',
    summary: 'Another buyer opens the order.',
    severity: 'high',
    requires: ['separate-orders'],
    needs: 'return',
    async run(context) {
      const { buyer, order, ref } = await context.startPayment()
      const stranger = context.buyer()
      await context.order(stranger)
      for (const query of [{}, { ref, status: 'succeeded' }]) {
        const { text } = await context.return(order.orderId, query, stranger)
        for (const detail of [buyer.name, buyer.email, buyer.phone, buyer.phone.slice(1)])
          if (text.includes(detail))
            context.fail('private-orders', `Another buyer opens the order and reads ${detail}.`)
      }
    },
  },
  {
    name: 'key-in-pages',
    summary: 'The pages, scripts and source maps of the shop are searched for the key.',
    severity: 'money',
    requires: [],
    async run(context) {
      const buyer = context.buyer()
      const seen = new Set<string>()
      const queue = ['/', '/no-such-page', ...(context.shop.pages ?? [])]
      for (let path = queue.shift(); path !== undefined && seen.size < 40; path = queue.shift()) {
        if (seen.has(path)) continue
        seen.add(path)
        const text = await (await buyer.fetch(path)).text()
        for (const { kind, text: tag } of splitHtml(text)) {
          const script = kind === 'tag' && tag.startsWith('script') ? /\ssrc="([^"]+)"/.exec(tag)?.[1] : undefined
          if (script?.startsWith('/') && !script.startsWith('//')) queue.push(script)
        }
        for (const [, module = ''] of text.matchAll(/\bimport\s*(?:\(\s*)?["'](\.?\/[^"']+)/g))
          queue.push(new URL(module, `http://x${path}`).pathname)
        for (const [, map = ''] of text.matchAll(/sourceMappingURL=(\S+)/g))
          if (!map.startsWith('data:')) queue.push(new URL(map, `http://x${path}`).pathname)
      }
    },
  },
  {
    name: 'key-in-errors',
    summary: 'The service fails in several ways, and the error pages are searched for the key.',
    severity: 'money',
    requires: [],
    async run(context) {
      for (const fault of [{ status: 503 }, { drop: 'before' }, { malformed_json: true }] as const) {
        context.addFault({ match: { path: '/api/v1/*' }, fault })
        const buyer = context.buyer()
        const pages = context.shop.pages ?? ['/']
        await Promise.all([...pages.map((path) => buyer.fetch(path)), context.tryOrder(buyer)])
        context.endFaults()
      }
    },
  },
]
