// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code.
// Planted bugs in the client, the settlement, the checkout and the popup.

const ledger = 'packages/mock-server/src/ledger'
const service = 'packages/mock-server/src/service'
const settle = 'packages/client/src/settle'
const client = 'packages/client/src'
const popup = 'packages/service-js/src'
const checkout = 'packages/sandbox/src/checkout'
const shop = 'packages/simulator/src/shop'

export const shopBugs = [
  // Retries, times and the end of a checkout.
  {
    name: 'a second try in a window repeats the first',
    file: `${checkout}/payment-request.ts`,
    find: 'model.unresolvedBody === text ? previousAttempts : addAttempt(previousAttempts, attempt)',
    replace: 'previousAttempts || attempt',
  },
  {
    name: 'a page forgets the attempts before the last one',
    file: `${checkout}/attempts.ts`,
    find: 'splitAttempts(`${attempt}${separator}${attempts}`).join(separator)',
    replace: 'attempt || attempts',
  },
  {
    name: 'a page retries a payment without a limit',
    file: `${checkout}/payment-request.ts`,
    find: 'retries < maxRequests && !isLate ?',
    replace: 'retries > 0 ?',
  },
  {
    name: 'a payment that is approved after its checkout has expired is cancelled',
    file: `${ledger}/entries/payment-received.ts`,
    find: "(intent?.status === 'expired' && intent.payment_ref === payment.id)",
    replace: 'false',
  },
  {
    name: 'the client sends one retry too many',
    file: `${client}/fetch.ts`,
    find: 'attempt >= retries',
    replace: 'attempt > retries',
  },
  {
    name: 'a retry does not wait for Retry-After',
    file: `${client}/retry.ts`,
    find: 'return Math.max(backoffMs, parseRetryAfterMs(retryAfter))',
    replace: 'return backoffMs',
  },
  {
    name: 'events are executed a minute before their time',
    file: `${service}/outcomes/events.ts`,
    find: "{ limit: 1, order: 'due', dueUntilMs: nowMs }",
    replace: "{ limit: 1, order: 'due', dueUntilMs: nowMs + 60_000 }",
  },
  {
    name: 'a payment has the time of a request as the time of its confirmation',
    file: `${service}/outcomes/events.ts`,
    find: 'return planConfirmation(context, { merchant, ref, nowMs }, reader, ids)',
    replace: 'return planConfirmation(context, { merchant, ref, nowMs: context.clock.nowMs() }, reader, ids)',
  },
  {
    name: 'late money arrives before its payment expires',
    file: `${service}/outcomes/schedule.ts`,
    find: 'expiresMs + minute',
    replace: 'expiresMs - minute',
  },

  // Delivery by a shop.
  {
    name: 'an order that is tracked again loses its payments',
    file: `${settle}/track.ts`,
    find: 'return { amounts, untilMs, sinceMs: nowMs, buyerChecks: 0, isClosed: false }',
    replace: 'return { amounts, untilMs, sinceMs: nowMs, buyerChecks: 0, isClosed: false, payments: {} }',
  },
  {
    name: 'a pending payment is checked forever',
    file: `${settle}/assessment.ts`,
    find: "if (outcome === 'pending' && isLastCheck) return 'unresolved'",
    replace: '',
  },
  {
    name: 'an order under review is reported as unpaid',
    file: `${settle}/check-orders.ts`,
    find: "isClosed && !wasClosed && toOrderState(tracked) !== 'review'",
    replace: 'isClosed && !wasClosed',
  },
  {
    name: 'an order is saved in one transaction, and its effect in a second one',
    file: `${settle}/record.ts`,
    find: 'store.save(next, effect)',
    replace:
      'store.save(next).then((isWritten) => isWritten && (!effect || store.save({ ...next, version: next.version + 1 }, effect)))',
  },
  {
    name: 'an order is saved without a version check',
    file: `${shop}/database.ts`,
    find: '(tracked.get(order)?.version ?? 0) === version - 1',
    replace: '(tracked.get(order)?.version ?? 0) >= 0 || version > 0',
  },
  {
    name: 'an effect is stored before the version check',
    file: `${shop}/database.ts`,
    find: '      if (isWritten) {\n        write(order)\n        storeEffects(effects, order)\n',
    replace: '      storeEffects(effects, order)\n      if (isWritten) {\n        write(order)\n',
  },
  {
    name: 'a second payment delivers an order again',
    file: `${settle}/assessment.ts`,
    find: "return hasPayment(tracked, 'paid') ? 'paid_twice' : undefined",
    replace: 'return undefined',
  },
  {
    name: 'a ref from a browser pays any order',
    file: `${settle}/check-orders.ts`,
    find: 'if (isHint) await recordHint(context, ref)',
    replace: 'if (isHint) await recordPayment(context, await context.readPayment(ref, false), tracked.order)',
  },
  {
    name: 'clock skew is not tolerated',
    file: `${settle}/schedule.ts`,
    find: 'clockSkewMs = 600_000',
    replace: 'clockSkewMs = 0',
  },
  {
    name: 'a shop polls a pending payment without a limit',
    file: `${settle}/schedule.ts`,
    find: "hasPayment(tracked, 'pending') ? expiryMs : 0",
    replace: "hasPayment(tracked, 'pending') ? nowMs + 20_000 : 0",
  },
  {
    name: 'a payment without an outcome counts as paid',
    file: `${settle}/assessment.ts`,
    find: '? outcomeByStatus[status] : undefined',
    replace: "? outcomeByStatus[status] : 'paid'",
  },

  // Outcomes shown to the buyer.
  {
    name: 'the popup says "cancelled" while money moves',
    file: `${popup}/popup-machine.ts`,
    find: 'if (!model.outcome && (model.isMoneyMoving || model.mayBePaidElsewhere))',
    replace: 'if (!model.outcome && model.mayBePaidElsewhere)',
  },
  {
    name: 'the popup of a buyer who left for the full page says "cancelled"',
    file: `${popup}/popup-machine.ts`,
    find: 'if (!model.outcome && (model.isMoneyMoving || model.mayBePaidElsewhere))',
    replace: 'if (!model.outcome && model.isMoneyMoving)',
  },
  {
    name: 'an answer that was lost is taken for a no',
    file: `${checkout}/payment-request.ts`,
    find: "if (isLost || error?.code === 'idempotency_in_progress') {",
    replace: "if (error?.code === 'idempotency_in_progress') {",
  },
  {
    name: 'a request without an answer is waited for without end',
    file: `${client}/fetch.ts`,
    find: 'signal: signal as never, redirect',
    replace: 'signal: { aborted: false, addEventListener() {} } as never, redirect',
  },
  {
    name: 'the popup still says "failed" while a second try moves',
    file: `${popup}/popup-machine.ts`,
    find: "{ isMoneyMoving: true, outcome: undefined, via: 'event' }",
    replace: "{ isMoneyMoving: true, via: 'event' }",
  },
  {
    name: 'a browser forgets its payment with a reload',
    file: `${popup}/popup-machine.ts`,
    find: "  model.resume = readWord(params['resume'])\n  effects.push({ type: 'storePayment' })",
    replace: "  model.resume = readWord(params['resume'])\n  void effects",
  },
  {
    name: 'an order is reported as unpaid again with each check',
    file: `${settle}/check-orders.ts`,
    find: 'const isUnpaid = isClosed && !wasClosed &&',
    replace: 'const isUnpaid = isClosed &&',
  },

  // Searches, updates that lose a race, and a second checkout of one order.
  {
    name: 'a search does not return to an order that is pending',
    file: `${settle}/search-orders.ts`,
    find: "if (status === 'pending' && !isForBuyer) searchedMs = Math.min(searchedMs, createdMs || 0)",
    replace: "if (status === 'pending' && !isForBuyer) continue",
  },
  {
    name: 'a search for a buyer leaves out pending orders',
    file: `${settle}/search-orders.ts`,
    find: "status === 'pending' && !isForBuyer",
    replace: "status === 'pending'",
  },
  {
    name: 'a payment is not assessed again after another worker has updated its order',
    file: `${settle}/record.ts`,
    find: '  else await recordPayment(context, payment, order, isLastCheck)',
    replace: '',
  },
  {
    name: 'an order that is tracked again keeps the end of its first checkout',
    file: `${settle}/track.ts`,
    find: 'Math.max(untilBeforeMs, endMs)',
    replace: 'untilBeforeMs || endMs',
  },

  // Two windows of one checkout.
  {
    name: 'the service reports the payment of another window as own',
    file: `${checkout}/session.ts`,
    find: 'if (data?.ref === payment.id) return true',
    replace: 'if (!keyRow?.body || data?.ref === payment.id) return true',
  },
  {
    name: 'a window shows the pending payment of another window as its own',
    file: `${checkout}/payment-request.ts`,
    find: "payment.status === 'pending' && payment.phone",
    replace: "payment.status === 'pending'",
  },
  {
    name: 'a window offers the buttons of a payment of another window',
    file: `${checkout}/model.ts`,
    find: "(state === 'prompt' || state === 'otp' || state === 'redirect') && !status?.mine",
    replace: 'state === undefined && !status?.mine',
  },

  // Vouchers.
  {
    name: 'a voucher leaves the first expiry of its payment scheduled',
    file: `${checkout}/payment-actions.ts`,
    find: '...scheduleEvents(...rows),\n      ...cancelEvents(events),',
    replace: '...scheduleEvents(...rows),',
  },
]
