// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code.
// Planted bugs in licenses, concurrent refunds, payouts, lists and the windows of one buyer.

const ledger = 'packages/mock-server/src/ledger'
const api = 'packages/mock-server/src/api'
const service = 'packages/mock-server/src/service'
const checkout = 'packages/sandbox/src/checkout'

export const recordBugs = [
  // Buyers who pay again, and windows.
  {
    name: 'a popup that closes forgets a pending payment',
    file: 'packages/service-js/src/popup-machine.ts',
    find: "if (status !== 'pending') effects.push",
    replace: 'effects.push',
  },
  {
    name: 'a paid payment is not reported as own',
    file: `${checkout}/session.ts`,
    find: 'if (data?.ref === payment.id) return true',
    replace: "if (data?.ref === payment.id && payment.status !== 'succeeded') return true",
  },

  {
    name: 'a payment of a checkout has a quantity of one',
    file: `${checkout}/pay.ts`,
    find: ': { productId, quantity },',
    replace: ': { productId, quantity: 1 },',
  },
  {
    name: 'wrong codes never end a payment',
    file: `${checkout}/payment-actions.ts`,
    find: 'const maxWrongCodes = 3',
    replace: 'const maxWrongCodes = 30',
  },
  {
    name: 'a paid payment still asks for an approval',
    file: `${ledger}/entries/payment-received.ts`,
    find: 'available, next_action: null }',
    replace: 'available }',
  },

  // Licenses.
  {
    name: 'two activations at the same time lose an instance',
    file: `${ledger}/entries/license-activated.ts`,
    find: 'where: { status: license.status, activations: license.activations }',
    replace: 'where: { status: license.status }',
  },
  {
    name: 'an instance that is activated again counts again',
    file: `${ledger}/entries/license-activated.ts`,
    find: 'license.instances.includes(command.instance)',
    replace: 'license.instances.at(-1) === command.instance',
  },
  {
    name: 'a disabled license is valid',
    file: `${api}/serializers.ts`,
    find: "valid: status === 'active' || status === 'inactive'",
    replace: "valid: status !== 'expired'",
  },
  {
    name: 'a license is valid on one instance too many',
    file: `${api}/licenses.ts`,
    find: 'isValid ? record : { ...record, valid: false }',
    replace: 'record',
  },

  // Refunds and payouts.
  {
    name: 'two refunds that are paid at the same time leave the licenses valid',
    file: `${ledger}/entries/refund-paid.ts`,
    find: 'where: { refunded_pesewas: payment.refunded_pesewas }',
    replace: 'where: {}',
  },
  {
    name: 'a payout form that is sent twice pays twice',
    file: `${service}/payouts.ts`,
    find: '    idempotency,\n    async plan',
    replace: '    async plan',
  },

  // Reads and lists.
  {
    name: 'a payment reports the reserved amount as refunded',
    file: `${api}/serializers.ts`,
    find: '  refunded_amount: formatCedis(row.refunded_pesewas),\n  metadata',
    replace: '  refunded_amount: formatCedis(row.refund_reserved_pesewas),\n  metadata',
  },
  {
    name: 'the next page of a list leaves out a record',
    file: `${api}/page.ts`,
    find: 'encodeCursor(last.id)',
    replace: 'encodeCursor((rows[limit] ?? last).id)',
  },
  {
    name: 'a page of a list is longer than its limit',
    file: `${api}/page.ts`,
    find: 'rows.slice(0, limit)',
    replace: 'rows',
  },

  // Records that refer to each other.
  {
    name: 'a checkout is open for an hour',
    file: `${service}/checkout-intents.ts`,
    find: '30 * 60_000',
    replace: '60 * 60_000',
  },
  {
    name: 'an order does not have the email address of its buyer',
    file: `${ledger}/entries/payment-created.ts`,
    find: 'email: command.email, phone }',
    replace: 'email: null, phone }',
  },
]
