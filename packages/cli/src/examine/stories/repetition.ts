import type { Story } from '../story.js'

/** Time to wait for a second delivery, in milliseconds. */
const watchMs = 6_000

/** Stories in which an action is repeated, concurrently or later. */
export const repetitionStories: readonly Story[] = [
  {
    name: 'double-click',
    summary: 'The buyer clicks twice.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer()
      // The page of the shop is open before the two clicks.
      await buyer.fetch('/')
      const orders = await Promise.all([stage.order(buyer), stage.order(buyer)])
      // The browser shows the last response. A checkout of the first click is never seen.
      const order = orders[1]
      const ref = await stage.begin(order, buyer)
      await stage.expectOneRequest('The buyer clicked twice')
      await stage.decide(ref, 'approve')
      await stage.expectDelivered(order.orderId, 'The buyer has paid')
    },
  },
  {
    name: 'two-windows',
    summary: 'The buyer orders in a second window while the first payment is pending.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer()
      const first = await stage.order(buyer)
      await stage.begin(first, buyer)
      await stage.pause(1_500)
      const second = await stage.order(buyer)
      await stage.begin(second, buyer)
      await stage.expectOneRequest('The buyer ordered again while the first payment was pending')
    },
  },
  {
    name: 'orders-again',
    summary: 'The buyer has paid, presses Back and orders again.',
    severity: 'money',
    async run(stage) {
      const buyer = stage.buyer()
      const order = await stage.order(buyer)
      await stage.decide(await stage.begin(order, buyer), 'approve')
      await stage.expectDelivered(order.orderId, 'The buyer has paid')
      const again = await stage.tryOrder(buyer)
      if (again?.orderId === order.orderId) {
        if ((await stage.listPending()).length > 0)
          stage.fail('one-request', 'The order is paid, and the shop requests another payment for it.')
      }
      const { delivered } = await stage.state(order.orderId)
      if (delivered !== 1)
        stage.fail('delivered-once', `The order was delivered ${delivered} times after the second click.`)
    },
  },
  {
    name: 'returns-often',
    summary: 'The buyer returns six times at once, and the shop looks at the same time.',
    severity: 'money',
    async run(stage) {
      const { buyer, order, ref } = await stage.startPayment()
      await stage.decide(ref, 'approve')
      const checks = Array.from({ length: 6 }, () => [
        stage.state(order.orderId),
        ...(stage.shop.return ? [stage.return(order.orderId, { status: 'succeeded', ref, payment: ref }, buyer)] : []),
      ])
      await Promise.all(checks.flat())
      await stage.expectDelivered(order.orderId, 'The buyer has paid', watchMs)
    },
  },
  {
    name: 'paid-twice',
    summary: 'A second payment with the metadata of the order succeeds.',
    severity: 'money',
    async run(stage) {
      const { buyer, order, ref } = await stage.startPayment()
      const { amount, metadata } = await stage.readPayment(ref)
      const body = { amount, method: 'mobile_money', phone: buyer.phone, metadata }
      const second = await stage.api<{ ref: string }>('POST', 'payments', body)
      await stage.decide(ref, 'approve')
      await stage.decide(second.ref, 'approve')
      if (stage.shop.return)
        for (const paidRef of [ref, second.ref])
          await stage.return(order.orderId, { status: 'succeeded', ref: paidRef, payment: paidRef }, buyer)
      await stage.expectDelivered(order.orderId, 'Two payments have succeeded', watchMs)
    },
  },
  {
    name: 'crossed-buyers',
    summary: 'Two buyers pay at the same time, and only the second approves.',
    severity: 'money',
    async run(stage) {
      const [first, second] = [stage.buyer(), stage.buyer(2)]
      const [firstOrder, secondOrder] = await Promise.all([stage.order(first), stage.order(second)])
      const [, secondRef] = await Promise.all([stage.begin(firstOrder, first), stage.begin(secondOrder, second)])
      await stage.decide(secondRef, 'approve')
      await stage.expectDelivered(secondOrder.orderId, 'The second buyer has paid')
      await stage.expectUndelivered(firstOrder.orderId, 'The first buyer has not paid')
    },
  },
  {
    name: 'two-workers',
    summary: 'Two processes of the shop look at one paid order at once.',
    severity: 'money',
    needs: 'start',
    async run(stage) {
      await stage.withSecondWorker(async (url) => {
        const buyer = stage.buyer()
        const order = await stage.order(buyer)
        const ref = await stage.begin(order, buyer)
        await stage.decide(ref, 'approve')
        const other = stage.at(url, buyer)
        const query = { status: 'succeeded', ref, payment: ref }
        const checks = Array.from({ length: 3 }, () => [
          stage.state(order.orderId),
          stage.shop.state(order.orderId, other),
          ...(stage.shop.return
            ? [stage.return(order.orderId, query, buyer), stage.return(order.orderId, query, other)]
            : []),
        ])
        await Promise.all(checks.flat())
        await stage.expectDelivered(order.orderId, 'The buyer has paid', watchMs)
      })
    },
  },
  {
    name: 'restart',
    summary: 'The shop is ended while a payment is pending, and started again.',
    severity: 'money',
    needs: 'start',
    async run(stage) {
      const { buyer, order, ref } = await stage.startPayment()
      await stage.restart()
      await stage.decide(ref, 'approve')
      await stage.expectDelivered(order.orderId, 'The buyer has paid')
      await stage.restart()
      await stage.look(order.orderId, buyer, ref)
      await stage.expectDelivered(order.orderId, 'The buyer has paid, and the shop was started again')
    },
  },
]
