import type { Scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

type Fault = Parameters<ScenarioContext['addFault']>[0]['fault']
const writes = { method: 'POST', path: '/api/v1/*' }
const reads = { method: 'GET', path: '/api/v1/*' }

/** Creates a scenario in which the first write fails. The buyer or the shop retries it, and there must be one payment. */
const failedWrite = (name: string, summary: string, fault: Fault): Scenario => ({
  name,
  summary,
  severity: 'money',
  requires: ['paid'],
  async run(context) {
    const buyer = context.buyer()
    await buyer.fetch('/')
    context.addFault({ match: writes, fault, times: 1 })
    const order = await context.order(buyer)
    const ref = await context.begin(order, buyer)
    await context.expectSameKeys()
    await context.expectOneRequest('The response to the first request was lost')
    await context.decide(ref, 'approve')
    await context.expectDelivered(order.orderId, 'The buyer has paid')
  },
})

/** Creates a scenario in which reads fail for some seconds. The order must not be lost, and not be delivered early. */
const failedReads = (name: string, summary: string, fault: Fault, isPaidAfter = false): Scenario => ({
  name,
  summary,
  severity: 'money',
  requires: ['paid', 'late-approval'],
  async run(context) {
    const buyer = context.buyer()
    const order = await context.order(buyer)
    const ref = await context.begin(order, buyer)
    context.addFault({ match: reads, fault })
    if (!isPaidAfter) await context.decide(ref, 'approve')
    await context.openReturnPage(order.orderId, buyer, ref)
    await context.pause(4_000)
    context.expectReads(14, 4)
    context.endFaults()
    if (isPaidAfter) {
      await context.expectUndelivered(order.orderId, 'The buyer has not approved yet')
      await context.decide(ref, 'approve')
    }
    await context.expectDelivered(order.orderId, 'The buyer has paid, and the service works again', 3_000)
  },
})

/** Scenarios about failures of the service or the network. */
export const faultScenarios: readonly Scenario[] = [
  failedWrite('answer-lost', 'The connection breaks after the payment was created.', { drop: 'after_commit' }),
  failedWrite('error-after-commit', 'The service responds 500, although the payment was created.', {
    status: 500,
    after_commit: true,
  }),
  failedWrite('write-refused', 'The service responds 503 to the first write.', { status: 503 }),
  failedWrite('write-cut', 'The response to the first write is cut in the middle.', { truncate: true }),
  failedReads('reads-fail', 'The service responds 503 while the buyer approves.', { status: 503 }),
  failedReads('reads-limited', 'The service responds 429 while the buyer approves.', { status: 429 }),
  failedReads('reads-dropped', 'Connections break while the buyer approves.', { drop: 'before' }),
  failedReads('reads-cut', 'Responses are cut in the middle while the buyer approves.', { truncate: true }),
  failedReads('reads-not-json', 'Responses are not JSON while the buyer approves.', { malformed_json: true }),
  failedReads('reads-slow', 'Every response takes three seconds.', { latency_ms: 3_000 }),
  failedReads('errors-are-not-failures', 'Reads fail before the buyer approves.', { status: 500 }, true),
  {
    name: 'unknown-status',
    summary: 'The service reports a status that the shop does not know, and later succeeded.',
    severity: 'money',
    requires: ['paid'],
    async run(context) {
      const { buyer, order, ref } = await context.startPayment()
      context.rewrite('payments have the status in_review', (_path, data) =>
        'status' in data && String(data['ref'] ?? data['payment_ref'] ?? '') !== ''
          ? { ...data, status: 'in_review' }
          : undefined,
      )
      await context.openReturnPage(order.orderId, buyer, ref)
      await context.expectUndelivered(order.orderId, 'The status is in_review')
      context.endFaults()
      await context.decide(ref, 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid')
    },
  },
  {
    name: 'unknown-fields',
    summary: 'Records have fields that the shop does not know.',
    severity: 'medium',
    requires: ['paid'],
    async run(context) {
      context.rewrite('records have new fields', (_path, data) => ({ ...data, settlement: { batch: 7 }, risk: null }))
      const buyer = context.buyer()
      const order = await context.order(buyer)
      await context.decide(await context.begin(order, buyer), 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid')
    },
  },
  {
    name: 'polling',
    summary: 'A payment is pending for twenty seconds.',
    severity: 'medium',
    requires: ['separate-orders'],
    async run(context) {
      const buyer = context.buyer()
      const order = await context.order(buyer)
      await context.begin(order, buyer)
      await context.pause(20_000)
      context.expectReads(12, 20)
    },
  },
  {
    name: 'clock',
    summary: 'The clock of the shop is two hours behind the service.',
    severity: 'high',
    requires: ['paid'],
    async run(context) {
      await context.advance('PT2H')
      const buyer = context.buyer()
      const order = await context.order(buyer)
      await context.decide(await context.begin(order, buyer), 'approve')
      await context.expectDelivered(order.orderId, 'The buyer has paid')
    },
  },
]
