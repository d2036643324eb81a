import { equalsPaid, readTexts } from '../page-texts.js'
import { product } from '../service.js'
import type { Story } from '../story.js'

/** Stories about outcomes of payments, without attacks and without faults. */
export const paymentStories: readonly Story[] = [
  {
    name: 'paid',
    summary: 'A buyer orders, approves and returns.',
    severity: 'money',
    async run(stage) {
      const { buyer, order, ref } = await stage.startPayment()
      await stage.expectUndelivered(order.orderId, 'The buyer has not approved yet')
      if (stage.shop.return) stage.texts.unpaid = readTexts((await stage.return(order.orderId, {}, buyer)).text)
      await stage.decide(ref, 'approve')
      await stage.expectDelivered(order.orderId, 'The buyer has paid')
      if (!stage.shop.return) return
      const { text } = await stage.return(order.orderId, { status: 'succeeded', ref }, buyer)
      stage.texts.paid = readTexts(text)
    },
  },
  {
    name: 'declined',
    summary: 'The buyer declines.',
    severity: 'money',
    async run(stage) {
      const { buyer, order, ref } = await stage.startPayment()
      await stage.decide(ref, 'decline')
      await stage.expectUndelivered(order.orderId, 'The buyer has declined')
      if (!stage.shop.return) return
      const { text } = await stage.return(order.orderId, { status: 'failed', ref }, buyer)
      if (equalsPaid(text, stage.texts))
        stage.fail('told-the-truth', 'The buyer has declined and reads what a paid order shows.')
    },
  },
  {
    name: 'cancelled',
    summary: 'The buyer stops the payment.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer()
      const order = await stage.order(buyer)
      await stage.decide(await stage.begin(order, buyer), 'cancel')
      await stage.expectUndelivered(order.orderId, 'The payment was cancelled')
    },
  },
  {
    name: 'expired',
    summary: 'The buyer does not approve in time.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer()
      const order = await stage.order(buyer)
      await stage.decide(await stage.begin(order, buyer), 'expire')
      await stage.expectUndelivered(order.orderId, 'The payment has expired')
    },
  },
  {
    name: 'never-returns',
    summary: 'The buyer pays and closes the browser.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer()
      const order = await stage.order(buyer)
      await stage.decide(await stage.begin(order, buyer), 'approve')
      await stage.expectDelivered(order.orderId, 'The buyer has paid and closed the browser')
    },
  },
  {
    name: 'shop-looks-late',
    summary: 'The shop reads the pending payment, and the buyer approves ten seconds later.',
    severity: 'money',
    async run(stage) {
      const { order, ref } = await stage.startPayment()
      for (let second = 0; second < 10; second++) {
        await stage.pause(1_000)
        const { delivered } = await stage.state(order.orderId)
        if (delivered > 0) stage.fail('unpaid-kept', 'The payment is pending, but the order was delivered.')
      }
      await stage.decide(ref, 'approve')
      await stage.expectDelivered(order.orderId, 'The buyer has paid')
    },
  },
  {
    name: 'declined-then-paid',
    summary: 'The buyer declines, orders again and approves.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer()
      const first = await stage.order(buyer)
      const declined = await stage.begin(first, buyer)
      await stage.decide(declined, 'decline')
      await stage.expectUndelivered(first.orderId, 'The buyer has declined')
      const again = await stage.order(buyer)
      const ref = await stage.begin(again, buyer)
      if (ref === declined)
        stage.fail(
          'paid-delivered',
          'After a declined payment the buyer cannot pay: the shop returns the declined one.',
        )
      await stage.decide(ref, 'approve')
      await stage.expectDelivered(again.orderId, 'The second payment has succeeded')
    },
  },
  {
    name: 'late-money',
    summary: 'The payment expires, and the network confirms it afterwards.',
    severity: 'money',
    async run(stage) {
      const { order, ref } = await stage.startPayment()
      await stage.decide(ref, 'expire')
      await stage.state(order.orderId)
      await stage.decide(ref, 'approve').catch(() => stage.tell('the service keeps the late money apart'))
      const { status } = await stage.readPayment(ref)
      if (status === 'succeeded') await stage.expectDelivered(order.orderId, 'The money has arrived late')
      else await stage.expectUndelivered(order.orderId, `The payment is ${status}`)
    },
  },
  {
    name: 'refunded-before-delivery',
    summary: 'The money is refunded at the service before the shop reads the payment.',
    severity: 'money',
    async run(stage) {
      const { order, ref } = await stage.startPayment()
      stage.addFault({ match: { method: 'GET', path: '/api/v1/*' }, fault: { status: 503 } })
      await stage.decide(ref, 'approve')
      await stage.refund(ref)
      stage.endFaults()
      await stage.pause(4_000)
      await stage.expectUndelivered(order.orderId, 'The payment was refunded in full')
    },
  },
  {
    name: 'partly-refunded',
    summary: 'A part of the money is refunded before the shop reads the payment.',
    severity: 'high',
    async run(stage) {
      const { order, ref } = await stage.startPayment()
      stage.addFault({ match: { method: 'GET', path: '/api/v1/*' }, fault: { status: 503 } })
      await stage.decide(ref, 'approve')
      await stage.refund(ref, 40)
      stage.endFaults()
      await stage.pause(4_000)
      await stage.expectUndelivered(order.orderId, 'Most of the money was refunded')
    },
  },
  {
    name: 'price-changes',
    summary: 'The price of the product changes between the order and the payment.',
    severity: 'money',
    async run(stage) {
      const { order, ref } = await stage.startPayment()
      stage.rewrite('the product has another price now', (path, data) =>
        path.startsWith('/api/v1/products') ? { ...data, price: 2 * product.price } : undefined,
      )
      await stage.decide(ref, 'approve')
      await stage.expectDelivered(order.orderId, 'The buyer has paid the price of the order')
    },
  },
  {
    name: 'amount',
    summary: 'A buyer orders three.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer(3)
      const ref = await stage.begin(await stage.order(buyer), buyer)
      const { amount } = await stage.readPayment(ref)
      if (amount !== 3 * product.price)
        stage.fail(
          'right-amount',
          `Three at GH₵${product.price} cost GH₵${3 * product.price}, but the payment is GH₵${amount}.`,
        )
    },
  },
  {
    name: 'cart-changes',
    summary: 'A buyer starts to pay for one, changes the cart to four, and pays for that.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer(1)
      const first = await stage.order(buyer)
      await stage.begin(first, buyer)
      const changed = stage.withQuantity(buyer, 4)
      const order = await stage.tryOrder(changed)
      // A shop may reject the order, or first ask about the open one.
      if (!order || order.orderId === first.orderId) return
      const { amount } = await stage.readPayment(await stage.begin(order, changed))
      if (amount !== 4 * product.price)
        stage.fail('right-amount', `Four cost GH₵${4 * product.price}, but the payment is GH₵${amount}.`)
    },
  },
]
