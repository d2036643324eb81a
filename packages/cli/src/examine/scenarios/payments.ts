import { equalsPaid, readTexts } from '../page-texts.js'
import type { Scenario } from '../scenario.js'
import { product } from '../service.js'

/** Scenarios that must pass before others have a meaningful result. */
export const foundations: readonly Scenario[] = [
  {
    name: 'separate-orders',
    summary: 'Two buyers order the same product and begin to pay.',
    severity: 'money',
    requires: [],
    async run(context) {
      const [first, second] = [await context.startPayment(), await context.startPayment()]
      if (first.ref === second.ref)
        context.fail('own-payment', `Two buyers received the same payment, ${first.ref}, for different orders.`)
    },
  },
  {
    name: 'paid',
    summary: 'A buyer orders, approves and returns.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const { buyer, order, ref } = await context.startPayment()
      await context.expectUndelivered(order.orderId, 'The buyer has not approved yet')
      if (context.shop.return) context.texts.unpaid = readTexts((await context.return(order.orderId, {}, buyer)).text)
      await context.decide(ref, 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid')
      if (!context.shop.return) return
      const { text } = await context.return(order.orderId, { status: 'succeeded', ref }, buyer)
      context.texts.paid = readTexts(text)
    },
  },
]

/** Scenarios about outcomes of payments, without attacks and without faults. */
export const paymentScenarios: readonly Scenario[] = [
  {
    name: 'declined',
    summary: 'The buyer declines.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const { buyer, order, ref } = await context.startPayment()
      await context.decide(ref, 'decline')
      await context.expectUndelivered(order.orderId, 'The buyer has declined')
      if (!context.shop.return) return
      const { text } = await context.return(order.orderId, { status: 'failed', ref }, buyer)
      if (equalsPaid(text, context.texts))
        context.fail('told-the-truth', 'The buyer has declined and reads what a paid order shows.')
    },
  },
  {
    name: 'cancelled',
    summary: 'The buyer stops the payment.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const buyer = context.buyer()
      const order = await context.order(buyer)
      await context.decide(await context.begin(order, buyer), 'cancel')
      await context.expectUndelivered(order.orderId, 'The payment was cancelled')
    },
  },
  {
    name: 'expired',
    summary: 'The buyer does not approve in time.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const buyer = context.buyer()
      const order = await context.order(buyer)
      await context.decide(await context.begin(order, buyer), 'expire')
      await context.expectUndelivered(order.orderId, 'The payment has expired')
    },
  },
  {
    name: 'never-returns',
    summary: 'The buyer pays and closes the browser.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const buyer = context.buyer()
      const order = await context.order(buyer)
      await context.decide(await context.begin(order, buyer), 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid and closed the browser')
    },
  },
  {
    name: 'late-approval',
    summary: 'The shop reads the pending payment, and the buyer approves ten seconds later.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const { order, ref } = await context.startPayment()
      for (let second = 0; second < 10; second++) {
        await context.pause(1_000)
        const { delivered } = await context.state(order.orderId)
        if (delivered > 0) context.fail('unpaid-kept', 'The payment is pending, but the order was delivered.')
      }
      await context.decide(ref, 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid')
    },
  },
  {
    name: 'declined-then-paid',
    summary: 'The buyer declines, orders again and approves.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const buyer = context.buyer()
      const first = await context.order(buyer)
      const declined = await context.begin(first, buyer)
      await context.decide(declined, 'decline')
      await context.expectUndelivered(first.orderId, 'The buyer has declined')
      const again = await context.order(buyer)
      const ref = await context.begin(again, buyer)
      if (ref === declined)
        context.fail(
          'paid-delivered',
          'After a declined payment the buyer cannot pay: the shop returns the declined one.',
        )
      await context.decide(ref, 'approve')
      await context.expectDelivered(again.orderId, 'The second payment has succeeded')
    },
  },
  {
    name: 'late-money',
    summary: 'The payment expires, and the network confirms it afterwards.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const { order, ref } = await context.startPayment()
      await context.decide(ref, 'expire')
      await context.state(order.orderId)
      await context.decide(ref, 'approve').catch(() => context.logEvent('the service keeps the late money apart'))
      const { status } = await context.readPayment(ref)
      if (status === 'succeeded') await context.expectDelivered(order.orderId, 'The money has arrived late')
      else await context.expectUndelivered(order.orderId, `The payment is ${status}`)
    },
  },
  {
    name: 'refunded-before-delivery',
    summary: 'The money is refunded at the service before the shop reads the payment.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const { order, ref } = await context.startPayment()
      context.addFault({ match: { method: 'GET', path: '/api/v1/*' }, fault: { status: 503 } })
      await context.decide(ref, 'approve')
      await context.refund(ref)
      context.endFaults()
      await context.pause(4_000)
      await context.expectUndelivered(order.orderId, 'The payment was refunded in full')
    },
  },
  {
    name: 'partly-refunded',
    summary: 'A part of the money is refunded before the shop reads the payment.',
    severity: 'high',
    requires: ['paid'],
    async run(context) {
      const { order, ref } = await context.startPayment()
      context.addFault({ match: { method: 'GET', path: '/api/v1/*' }, fault: { status: 503 } })
      await context.decide(ref, 'approve')
      await context.refund(ref, 40)
      context.endFaults()
      await context.pause(4_000)
      await context.expectUndelivered(order.orderId, 'Most of the money was refunded')
    },
  },
  {
    name: 'price-changes',
    summary: 'The price of the product changes between the order and the payment.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const { order, ref } = await context.startPayment()
      context.rewrite('the product has another price now', (path, data) =>
        path.startsWith('/api/v1/products') ? { ...data, price: 2 * product.price } : undefined,
      )
      await context.decide(ref, 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid the price of the order')
    },
  },
  {
    name: 'amount',
    summary: 'A buyer orders three.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const buyer = context.buyer(3)
      const ref = await context.begin(await context.order(buyer), buyer)
      const { amount } = await context.readPayment(ref)
      if (amount !== 3 * product.price)
        context.fail(
          'right-amount',
          `Three at GH₵${product.price} cost GH₵${3 * product.price}, but the payment is GH₵${amount}.`,
        )
    },
  },
  {
    name: 'cart-changes',
    summary: 'A buyer starts to pay for one, changes the cart to four, and pays for that.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const buyer = context.buyer(1)
      const first = await context.order(buyer)
      await context.begin(first, buyer)
      const changed = context.withQuantity(buyer, 4)
      const order = await context.tryOrder(changed)
      // A shop may reject the order, or first ask about the open one.
      if (!order || order.orderId === first.orderId) return
      const { amount } = await context.readPayment(await context.begin(order, changed))
      if (amount !== 4 * product.price)
        context.fail('right-amount', `Four cost GH₵${4 * product.price}, but the payment is GH₵${amount}.`)
    },
  },
]
