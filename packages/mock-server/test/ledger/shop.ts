import {
  type Account,
  type IntentCreated,
  intentCreated,
  intentExpired,
  lateMoneyReceived,
  licenseActivated,
  type MobileNetwork,
  orderFulfilled,
  type PaymentCreated,
  type PaymentRow,
  type Planner,
  type ProductCreated,
  type ProviderAccount,
  paymentAvailable,
  paymentCancelled,
  paymentCreated,
  paymentExpired,
  paymentFailed,
  paymentReceived,
  payoutFailed,
  payoutPaid,
  payoutRequested,
  productCreated,
  providerSettled,
  type Reader,
  type RefundRow,
  refundPaid,
  refundRejected,
  refundRequested,
  suspenseReturned,
} from '../../src/ledger/index.js'

type Ref<More extends unknown[] = []> = (ref: string, ...more: More) => Planner<unknown>
type PaymentOptions = Partial<PaymentCreated> & { id: string; nowMs: number }

/** Planners that read the rows they need, as a server's would. */
export interface Shop {
  product(command: Partial<ProductCreated> & { id: string }): Planner<unknown>
  intent(command: Partial<IntentCreated> & { id: string; nowMs: number }): Planner<unknown>
  expireIntent: Ref
  payment(command: PaymentOptions): Planner<{ payment: PaymentRow }>
  confirm: Ref<[nowMs: number]>
  fail: Ref
  expire: Ref
  cancel: Ref
  available: Ref<[nowMs: number]>
  receiveLate: Ref<[nowMs: number]>
  returnLateMoney: Ref<[nowMs: number, from?: 'provider' | 'bank']>
  fulfil: Ref
  activate: Ref<[instance: string, nowMs: number]>
  settle: Ref<[provider: ProviderAccount, nowMs: number, amountPesewas?: bigint]>
  refund: (id: string, ref: string, nowMs: number, amountPesewas?: bigint) => Planner<{ refund: RefundRow }>
  payRefund: Ref<[nowMs: number]>
  rejectRefund: Ref<[nowMs: number]>
  payout: Ref<[amountPesewas: bigint, nowMs: number, network?: MobileNetwork]>
  payPayout: Ref<[nowMs: number]>
  failPayout: Ref<[nowMs: number]>
}

/** The planners of one merchant. */
export function shop(merchant: string): Shop {
  const read = async (reader: Reader, ref: string) => {
    const payment = await reader.get('payments', merchant, ref)
    return {
      payment,
      order: payment?.order_ref ? await reader.get('orders', merchant, payment.order_ref) : undefined,
      product: payment?.product_id ? await reader.get('products', merchant, payment.product_id) : undefined,
      intent: payment?.intent_id ? await reader.get('intents', merchant, payment.intent_id) : undefined,
    }
  }
  const account = (reader: Reader, id: Account) => reader.get('accounts', merchant, id)
  const failure = { code: 'payer_limit_reached', message: 'The wallet is over its limit.' }

  return {
    product: (command: Partial<ProductCreated> & { id: string }) => () =>
      productCreated({
        merchant,
        name: command.id,
        slug: command.id,
        description: null,
        type: 'physical',
        pricePesewas: 2_500n,
        active: true,
        stock: null,
        imageUrl: null,
        activationLimit: null,
        nowMs: 0,
        ...command,
      }),

    intent: (command: Partial<IntentCreated> & { id: string; nowMs: number }) => async (reader: Reader) =>
      intentCreated(
        {
          merchant,
          productId: null,
          quantity: 1,
          channels: ['mobile_money', 'card'],
          returnUrl: null,
          allowedOrigins: [],
          email: null,
          metadata: {},
          expiresMs: command.nowMs + 1_800_000,
          ...command,
        },
        { product: command.productId ? await reader.get('products', merchant, command.productId) : undefined },
      ),

    expireIntent: (id: string) => async (reader: Reader) =>
      intentExpired({ intent: await reader.get('intents', merchant, id) }),

    payment: (command: PaymentOptions) => async (reader: Reader) => {
      const { network = 'mtn' } = command
      return paymentCreated(
        {
          merchant,
          method: network === 'visa' || network === 'mastercard' ? 'card' : 'mobile_money',
          network,
          phone: null,
          cardLast4: null,
          email: null,
          name: null,
          productId: null,
          quantity: 1,
          orderId: command.productId ? command.id.replace('PAY', 'ORD') : null,
          intentId: null,
          nextAction: null,
          metadata: {},
          expiresMs: null,
          ...command,
        },
        {
          product: command.productId ? await reader.get('products', merchant, command.productId) : undefined,
          intent: command.intentId ? await reader.get('intents', merchant, command.intentId) : undefined,
        },
      )
    },

    confirm: (ref: string, nowMs: number) => async (reader: Reader) => {
      const rows = await read(reader, ref)
      const quantity = rows.product?.type === 'license' ? (rows.payment?.quantity ?? 0) : 0
      const licenses = Array.from({ length: quantity }, (_, index) => ({
        id: `${ref.replace('PAY', 'LIC')}-${index}`,
        keyHash: `${merchant}-${ref}-${index}`,
        expiresMs: null,
      }))
      return paymentReceived({ licenses, nowMs }, rows)
    },
    fail: (ref: string) => async (reader: Reader) => paymentFailed({ failure }, await read(reader, ref)),
    expire: (ref: string) => async (reader: Reader) => paymentExpired(await read(reader, ref)),
    cancel: (ref: string) => async (reader: Reader) => paymentCancelled(await read(reader, ref)),
    available: (ref: string, nowMs: number) => async (reader: Reader) =>
      paymentAvailable({ nowMs }, { payment: await reader.get('payments', merchant, ref) }),
    receiveLate: (ref: string, nowMs: number) => async (reader: Reader) =>
      lateMoneyReceived({ nowMs }, { payment: await reader.get('payments', merchant, ref) }),
    returnLateMoney:
      (ref: string, nowMs: number, from: 'provider' | 'bank' = 'provider') =>
      async (reader: Reader) =>
        suspenseReturned({ from, nowMs }, { payment: await reader.get('payments', merchant, ref) }),
    fulfil: (ref: string) => async (reader: Reader) =>
      orderFulfilled({ order: await reader.get('orders', merchant, ref) }),
    activate: (id: string, instance: string, nowMs: number) => async (reader: Reader) =>
      licenseActivated({ instance, nowMs }, { license: await reader.get('licenses', merchant, id) }),

    settle: (id: string, provider: ProviderAccount, nowMs: number, amountPesewas?: bigint) => async (reader: Reader) =>
      providerSettled(
        { merchant, id, account: provider, nowMs, ...(amountPesewas === undefined ? {} : { amountPesewas }) },
        {
          account: await account(reader, provider),
          entries: await reader.list('entries', merchant, { limit: 10, where: { source: id } }),
        },
      ),

    refund: (id: string, ref: string, nowMs: number, amountPesewas?: bigint) => async (reader: Reader) => {
      const { payment, order } = await read(reader, ref)
      const available = await account(reader, 'merchant:available')
      const amount = amountPesewas === undefined ? {} : { amountPesewas }
      return refundRequested({ id, reason: null, nowMs, ...amount }, { payment, order, available })
    },
    payRefund: (id: string, nowMs: number) => async (reader: Reader) => {
      const refund = await reader.get('refunds', merchant, id)
      const { payment, order } = await read(reader, refund?.payment_ref ?? '')
      const licenses = await reader.list('licenses', merchant, {
        limit: 1000,
        where: { payment_ref: refund?.payment_ref ?? '' },
      })
      return refundPaid({ note: null, nowMs }, { refund, payment, order, licenses })
    },
    rejectRefund: (id: string, nowMs: number) => async (reader: Reader) => {
      const refund = await reader.get('refunds', merchant, id)
      const { payment, order } = await read(reader, refund?.payment_ref ?? '')
      return refundRejected({ note: null, nowMs }, { refund, payment, order })
    },

    payout:
      (id: string, amountPesewas: bigint, nowMs: number, network: MobileNetwork = 'mtn') =>
      async (reader: Reader) =>
        payoutRequested(
          { merchant, id, amountPesewas, phone: null, network, nowMs },
          { available: await account(reader, 'merchant:available') },
        ),
    payPayout: (id: string, nowMs: number) => async (reader: Reader) =>
      payoutPaid({ nowMs }, { payout: await reader.get('payouts', merchant, id) }),
    failPayout: (id: string, nowMs: number) => async (reader: Reader) =>
      payoutFailed({ failure, nowMs }, { payout: await reader.get('payouts', merchant, id) }),
  }
}
