import type { Scenario } from '../scenario.js'

/** Time to wait for a second delivery, in milliseconds. */
const watchMs = 6_000

/** Scenarios in which an action is repeated, concurrently or later. */
export const repetitionScenarios: readonly Scenario[] = [
  {
    name: 'double-click',
    summary: 'The buyer clicks twice.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const buyer = context.buyer()
      // The page of the shop is open before the two clicks.
      await buyer.fetch('/')
      const orders = await Promise.all([context.order(buyer), context.order(buyer)])
      // The browser shows the last response. A checkout of the first click is never seen.
      const order = orders[1]
      const ref = await context.begin(order, buyer)
      await context.expectOneRequest('The buyer clicked twice')
      await context.decide(ref, 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid')
    },
  },
  {
    name: 'two-windows',
    summary: 'The buyer orders in a second window while the first payment is pending.',
    severity: 'money',
    requires: ['separate-orders'],
    async run(context) {
      const buyer = context.buyer()
      const first = await context.order(buyer)
      await context.begin(first, buyer)
      await context.pause(1_500)
      const second = await context.order(buyer)
      await context.begin(second, buyer)
      await context.expectOneRequest('The buyer ordered again while the first payment was pending')
    },
  },
  {
    name: 'orders-again',
    summary: 'The buyer has paid, presses Back and orders again.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const buyer = context.buyer()
      const order = await context.order(buyer)
      await context.decide(await context.begin(order, buyer), 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid')
      const again = await context.tryOrder(buyer)
      if (again?.orderId === order.orderId) {
        if ((await context.listPending()).length > 0)
          context.fail('one-request', 'The order is paid, and the shop requests another payment for it.')
      }
      const { delivered } = await context.state(order.orderId)
      if (delivered !== 1)
        context.fail('delivered-once', `The order was delivered ${delivered} times after the second click.`)
    },
  },
  {
    name: 'returns-often',
    summary: 'The buyer returns six times at once, and the shop looks at the same time.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const { buyer, order, ref } = await context.startPayment()
      await context.decide(ref, 'approve')
      const checks = Array.from({ length: 6 }, () => [
        context.state(order.orderId),
        ...(context.shop.return
          ? [context.return(order.orderId, { status: 'succeeded', ref, payment: ref }, buyer)]
          : []),
      ])
      await Promise.all(checks.flat())
      await context.expectDelivered(order.orderId, 'The buyer has paid', watchMs)
    },
  },
  {
    name: 'paid-twice',
    summary: 'A second payment with the metadata of the order succeeds.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const { buyer, order, ref } = await context.startPayment()
      const { amount, metadata } = await context.readPayment(ref)
      const body = { amount, method: 'mobile_money', phone: buyer.phone, metadata }
      const second = await context.api<{ ref: string }>('POST', 'payments', body)
      await context.decide(ref, 'approve')
      await context.decide(second.ref, 'approve')
      if (context.shop.return)
        for (const paidRef of [ref, second.ref])
          await context.return(order.orderId, { status: 'succeeded', ref: paidRef, payment: paidRef }, buyer)
      await context.expectDelivered(order.orderId, 'Two payments have succeeded', watchMs)
    },
  },
  {
    name: 'crossed-buyers',
    summary: 'Two buyers pay at the same time, and only the second approves.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const [first, second] = [context.buyer(), context.buyer(2)]
      const [firstOrder, secondOrder] = await Promise.all([context.order(first), context.order(second)])
      const [, secondRef] = await Promise.all([context.begin(firstOrder, first), context.begin(secondOrder, second)])
      await context.decide(secondRef, 'approve')
      await context.expectDelivered(secondOrder.orderId, 'The second buyer has paid')
      await context.expectUndelivered(firstOrder.orderId, 'The first buyer has not paid')
    },
  },
  {
    name: 'two-workers',
    summary: 'Two processes of the shop look at one paid order at once.',
    severity: 'money',
    requires: ['paid'],
    needs: 'start',
    async run(context) {
      await context.withSecondWorker(async (url) => {
        const buyer = context.buyer()
        const order = await context.order(buyer)
        const ref = await context.begin(order, buyer)
        await context.decide(ref, 'approve')
        const other = context.at(url, buyer)
        const query = { status: 'succeeded', ref, payment: ref }
        const checks = Array.from({ length: 3 }, () => [
          context.state(order.orderId),
          context.shop.state(order.orderId, other),
          ...(context.shop.return
            ? [context.return(order.orderId, query, buyer), context.return(order.orderId, query, other)]
            : []),
        ])
        await Promise.all(checks.flat())
        await context.expectDelivered(order.orderId, 'The buyer has paid', watchMs)
      })
    },
  },
  {
    name: 'restart',
    summary: 'The shop is ended while a payment is pending, and started again.',
    severity: 'money',
    requires: ['paid'],
    needs: 'start',
    async run(context) {
      const { buyer, order, ref } = await context.startPayment()
      await context.restart()
      await context.decide(ref, 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid')
      await context.restart()
      await context.openReturnPage(order.orderId, buyer, ref)
      await context.expectDelivered(order.orderId, 'The buyer has paid, and the shop was started again')
    },
  },
]
