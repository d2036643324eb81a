/**
 * A second implementation of the ledger with plain numbers, without plans and without code of the ledger. It returns
 * the outcome of a command and the balance of every account.
 */
interface OraclePayment {
  id: string
  status: string
  amount: number
  fee: number
  account: string
  isCard: boolean
  product: string | null
  quantity: number
  intent: string | null
  refunded: number
  reserved: number
  availableAt: number | null
  available: boolean
  lateMoney: string | null
  order: string | null
}

export type Op = { readonly merchant: string; readonly now: number } & (
  | {
      readonly kind: 'create'
      readonly id: string
      readonly amount: number | null
      readonly network: string
      readonly product: string | null
      readonly quantity: number
      readonly intent: string | null
    }
  | { readonly kind: 'openIntent'; readonly id: string; readonly amount: number }
  | {
      readonly kind:
        | 'expireIntent'
        | 'confirm'
        | 'fail'
        | 'expire'
        | 'cancel'
        | 'available'
        | 'payRefund'
        | 'rejectRefund'
        | 'payPayout'
        | 'failPayout'
        | 'fulfil'
      readonly id: string
    }
  | { readonly kind: 'returnLate'; readonly id: string; readonly from: 'provider' | 'bank' }
  | { readonly kind: 'settle'; readonly id: string; readonly account: string; readonly amount: number | null }
  | { readonly kind: 'refund'; readonly id: string; readonly payment: string; readonly amount: number | null }
  | { readonly kind: 'payout'; readonly id: string; readonly amount: number }
)

interface OracleLedger {
  balances: Record<string, number>
  payments: Map<string, OraclePayment>
  intents: Map<string, { status: string; amount: number; payment: string | null; expires: number }>
  refunds: Map<string, { status: string; payment: string; amount: number }>
  payouts: Map<string, { status: string; amount: number }>
  settlements: Map<string, { account: string; amount: number }>
  products: Map<string, { price: number; stock: number | null; type: string }>
  orders: Map<string, string>
  entries: number
}

const day = 24 * 60 * 60 * 1000
type Decision = { outcome: string; effect: () => void }
const no = (outcome: string): Decision => ({ outcome, effect: () => undefined })
const unchanged = no('nothing')

export interface Oracle {
  getLedger(merchant: string): OracleLedger
  execute(op: Op): Decision
}

export function createOracle(): Oracle {
  const merchants = new Map<string, OracleLedger>()

  function getLedger(merchant: string): OracleLedger {
    let found = merchants.get(merchant)
    if (!found) {
      found = {
        balances: {},
        payments: new Map(),
        intents: new Map(),
        refunds: new Map(),
        payouts: new Map(),
        settlements: new Map(),
        products: new Map(),
        orders: new Map(),
        entries: 0,
      }
      merchants.set(merchant, found)
    }
    return found
  }

  function execute(op: Op): Decision {
    const b = getLedger(op.merchant)
    const add = (account: string, amount: number) => {
      b.balances[account] = (b.balances[account] ?? 0) + amount
    }
    const balances = (account: string) => b.balances[account] ?? 0
    const ok = (effect: () => void): Decision => ({ outcome: 'ok', effect })
    const releaseStock = (payment: OraclePayment) => {
      const product = b.products.get(payment.product ?? '')
      if (product && product.stock !== null) product.stock += payment.quantity
      if (payment.order) b.orders.set(payment.order, 'cancelled')
    }
    const recordLateMoney = (payment: OraclePayment) => {
      payment.lateMoney = 'held'
      add(payment.account, payment.amount)
      add('suspense', payment.amount)
      b.entries += 1
    }
    switch (op.kind) {
      case 'create': {
        const product = op.product === null ? undefined : b.products.get(op.product)
        if (product && product.stock !== null && product.stock < op.quantity) return no('out_of_stock')
        const amount = product ? product.price * op.quantity : (op.amount ?? 0)
        if (amount < 100) return no('amount_too_small')
        if (amount > 100_000_000) return no('amount_too_large')
        const intent = op.intent === null ? undefined : b.intents.get(op.intent)
        if (intent && (intent.status !== 'open' || intent.expires <= op.now)) return no('invalid_state')
        const isCard = op.network === 'visa' || op.network === 'mastercard'
        return ok(() => {
          if (product && product.stock !== null) product.stock -= op.quantity
          if (intent) intent.payment = op.id
          const order = product ? op.id.replace('PAY', 'ORD') : null
          if (order) b.orders.set(order, 'pending')
          b.payments.set(op.id, {
            id: op.id,
            status: 'pending',
            amount,
            fee: Math.floor((amount * 35 + 500) / 1000) + 50,
            account: isCard ? 'psp:card' : `psp:${op.network}`,
            isCard,
            product: op.product,
            quantity: op.quantity,
            intent: op.intent,
            refunded: 0,
            reserved: 0,
            availableAt: null,
            available: false,
            lateMoney: null,
            order,
          })
        })
      }
      case 'openIntent':
        return ok(() => {
          b.intents.set(op.id, { status: 'open', amount: op.amount, payment: null, expires: op.now + 1_800_000 })
        })
      case 'expireIntent': {
        const intent = b.intents.get(op.id)
        if (!intent) return no('not_found')
        if (intent.status === 'expired') return unchanged
        if (intent.status === 'completed') return no('invalid_state')
        return ok(() => {
          intent.status = 'expired'
        })
      }
      case 'confirm': {
        const payment = b.payments.get(op.id)
        if (!payment) return no('not_found')
        if (payment.status === 'succeeded') return unchanged
        if (payment.status !== 'pending') return payment.lateMoney ? unchanged : ok(() => recordLateMoney(payment))
        const intent = payment.intent === null ? undefined : b.intents.get(payment.intent)
        const takes =
          !intent || intent.status === 'open' || (intent.status === 'expired' && intent.payment === payment.id)
        if (!takes) {
          return ok(() => {
            payment.status = 'cancelled'
            releaseStock(payment)
            recordLateMoney(payment)
          })
        }
        return ok(() => {
          payment.status = 'succeeded'
          add(payment.account, payment.amount)
          add('fees:income', payment.fee)
          add(payment.isCard ? 'merchant:pending' : 'merchant:available', payment.amount - payment.fee)
          payment.available = !payment.isCard
          payment.availableAt = payment.isCard ? Math.floor(op.now / day) * day + day : op.now
          b.entries += payment.isCard ? 1 : 2
          const type = b.products.get(payment.product ?? '')?.type
          if (payment.order) {
            b.orders.set(payment.order, type === 'digital' || type === 'license' ? 'fulfilled' : 'paid')
          }
          if (intent?.status === 'open') {
            intent.status = 'completed'
            intent.payment = payment.id
          }
        })
      }
      case 'fail':
      case 'expire':
      case 'cancel': {
        const status = { fail: 'failed', expire: 'expired', cancel: 'cancelled' }[op.kind]
        const payment = b.payments.get(op.id)
        if (!payment) return no('not_found')
        if (payment.status === status) return unchanged
        if (payment.status !== 'pending') return no('invalid_state')
        return ok(() => {
          payment.status = status
          releaseStock(payment)
        })
      }
      case 'available': {
        const payment = b.payments.get(op.id)
        if (!payment) return no('not_found')
        if (payment.available) return unchanged
        if (payment.status !== 'succeeded' || op.now < (payment.availableAt ?? 0)) return no('invalid_state')
        return ok(() => {
          payment.available = true
          add('merchant:pending', payment.fee - payment.amount)
          add('merchant:available', payment.amount - payment.fee)
          b.entries += 1
        })
      }
      case 'settle': {
        const done = b.settlements.get(op.id)
        if (done)
          return done.account === op.account && (op.amount ?? done.amount) === done.amount
            ? unchanged
            : no('invalid_state')
        const amount = op.amount ?? balances(op.account)
        if (amount <= 0) return no('invalid_state')
        if (amount > balances(op.account)) return no('insufficient_balance')
        return ok(() => {
          b.settlements.set(op.id, { account: op.account, amount })
          add(op.account, -amount)
          add('bank:operating', amount)
          b.entries += 1
        })
      }
      case 'refund': {
        const payment = b.payments.get(op.payment)
        if (!payment) return no('not_found')
        if (payment.status !== 'succeeded') return no('payment_not_refundable')
        const left = payment.amount - payment.reserved
        const amount = op.amount ?? left
        if (left === 0 || amount > left) return no('refund_exceeds_payment')
        if (amount <= 0) return no('invalid_amount')
        if (amount > balances('merchant:available')) return no('insufficient_balance')
        return ok(() => {
          payment.reserved += amount
          b.refunds.set(op.id, { status: 'pending', payment: payment.id, amount })
          add('merchant:available', -amount)
          add('merchant:refunds_payable', amount)
          b.entries += 1
        })
      }
      case 'payRefund':
      case 'rejectRefund': {
        const refund = b.refunds.get(op.id)
        const status = op.kind === 'payRefund' ? 'paid' : 'rejected'
        if (!refund) return no('not_found')
        if (refund.status === status) return unchanged
        if (refund.status !== 'pending') return no('invalid_state')
        const payment = b.payments.get(refund.payment) as OraclePayment
        return ok(() => {
          refund.status = status
          add('merchant:refunds_payable', -refund.amount)
          if (status === 'paid') {
            payment.refunded += refund.amount
            add('bank:operating', -refund.amount)
          } else {
            payment.reserved -= refund.amount
            add('merchant:available', refund.amount)
          }
          b.entries += 1
        })
      }
      case 'payout': {
        if (op.amount <= 0) return no('invalid_amount')
        if (op.amount > balances('merchant:available')) return no('insufficient_balance')
        return ok(() => {
          b.payouts.set(op.id, { status: 'pending', amount: op.amount })
          add('merchant:available', -op.amount)
          add('merchant:payouts_in_transit', op.amount)
          b.entries += 1
        })
      }
      case 'payPayout':
      case 'failPayout': {
        const payout = b.payouts.get(op.id)
        const status = op.kind === 'payPayout' ? 'paid' : 'failed'
        if (!payout) return no('not_found')
        if (payout.status === status) return unchanged
        if (payout.status !== 'pending') return no('invalid_state')
        return ok(() => {
          payout.status = status
          add('merchant:payouts_in_transit', -payout.amount)
          add(
            status === 'paid' ? 'bank:operating' : 'merchant:available',
            status === 'paid' ? -payout.amount : payout.amount,
          )
          b.entries += 1
        })
      }
      case 'returnLate': {
        const payment = b.payments.get(op.id)
        if (!payment) return no('not_found')
        if (payment.lateMoney === 'returned') return unchanged
        if (payment.lateMoney === null) return no('invalid_state')
        const account = op.from === 'bank' ? 'bank:operating' : payment.account
        if (op.from !== 'bank' && balances(account) < payment.amount) return no('insufficient_balance')
        return ok(() => {
          payment.lateMoney = 'returned'
          add('suspense', -payment.amount)
          add(account, -payment.amount)
          b.entries += 1
        })
      }
      case 'fulfil': {
        const status = b.orders.get(op.id)
        const payment = b.payments.get(op.id.replace('ORD', 'PAY'))
        if (!status || !payment) return no('not_found')
        if (status === 'fulfilled') return unchanged
        const isRefunded = payment.reserved === payment.refunded && payment.refunded === payment.amount
        if (status !== 'paid' || isRefunded) return no('invalid_state')
        return ok(() => {
          b.orders.set(op.id, 'fulfilled')
        })
      }
    }
  }

  return { getLedger, execute }
}
