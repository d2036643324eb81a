import { randomUUID } from 'node:crypto'
import { type CheckClient, type Exchange, isSuccess, readRecord, readRecords } from '../check-client.js'

/** Requests that `--write` sends. The confirmation lists them. */
export const writesDescription =
  'simulates a product, creates a payment of GH₵1.00 of the number 0244123789, sends it again with the same Idempotency-Key, and once with the same key and another amount, requests a refund of the payment after it has succeeded, and creates a checkout intent of GH₵1.00. It stops at the first request that creates something unexpectedly'

/** Responses to the writes. A missing response was not requested; `stopped` or `refundProblem` contains the reason. */
export interface WriteEvidence {
  readonly simulated: Exchange
  /** Where the simulated product was found, or undefined if it was not written. */
  readonly writtenProduct: string | undefined
  readonly payment?: Exchange
  /** The payment after it was created, as long as it was pending, and at its end. */
  readonly paymentReads: readonly Exchange[]
  readonly replay?: Exchange
  readonly reusedKey?: Exchange
  readonly refund?: Exchange
  readonly refundProblem?: string
  readonly intent?: Exchange
  /** Reason for not sending the other writes. */
  readonly stopped?: string
}

/** Product of the simulation. */
const simulatedProduct = { name: 'cedi compare', price: 10.5, type: 'service' } as const
const payment = { amount: 1, method: 'mobile_money', phone: '0244123789' } as const
const intent = { amount: 1, channels: ['card'], return_url: 'https://shop.example/thanks' } as const
/** Maximum number of reads that wait for the payment, one per second. */
const maxStatusReads = 10

interface WriteOptions {
  readonly key: string
  /** Products before the simulation. */
  readonly products: Exchange
  readonly sleep: (ms: number) => Promise<void>
}

/** Sends the writes, one after the other. Stops at the first one that creates something unexpectedly. */
export async function sendWrites(service: CheckClient, { key, products, sleep }: WriteOptions): Promise<WriteEvidence> {
  const simulated = await service.simulate({ key, body: simulatedProduct })
  const writtenProduct = await findWrittenProduct(service, { key, products, simulated })
  if (writtenProduct !== undefined)
    return { simulated, writtenProduct, paymentReads: [], stopped: 'Not sent, because a simulation was written.' }
  const sendPayment = (amount: number): Promise<Exchange> =>
    service.write('/api/v1/payments', { key, idempotencyKey, body: { ...payment, amount } })
  const idempotencyKey = randomUUID()
  const created = await sendPayment(payment.amount)
  const found = { simulated, writtenProduct, payment: created }
  const { ref } = readRecord(created)
  if (!isSuccess(created) || typeof ref !== 'string')
    return { ...found, paymentReads: [], stopped: 'Not sent, because no payment was created.' }
  const replay = await sendPayment(payment.amount)
  if (isSuccess(replay) && readRecord(replay)['ref'] !== ref)
    return { ...found, replay, paymentReads: [], stopped: 'Not sent, because a repeated payment was created again.' }
  const reusedKey = await sendPayment(2)
  if (isSuccess(reusedKey) && readRecord(reusedKey)['ref'] !== ref)
    return { ...found, replay, reusedKey, paymentReads: [], stopped: 'Not sent, because a second payment was created.' }
  const paymentReads = await awaitPayment(service, { key, ref, sleep })
  const status = paymentReads.map((read) => readRecord(read)['status']).at(-1)
  const refund =
    status === 'succeeded'
      ? { refund: await service.write('/api/v1/refunds', { key, body: { payment_ref: ref } }) }
      : { refundProblem: `The payment did not succeed within ${maxStatusReads} s.` }
  return {
    ...{ ...found, replay, reusedKey, paymentReads, ...refund },
    intent: await service.write('/api/v1/checkout/intent', { key, body: intent }),
  }
}

/** Looks for the simulated product by its id, and by its name in new products. */
async function findWrittenProduct(
  service: CheckClient,
  { key, products, simulated }: Omit<WriteOptions, 'sleep'> & { readonly simulated: Exchange },
): Promise<string | undefined> {
  const { id } = readRecord(simulated)
  if (typeof id === 'string' && id !== '') {
    const read = await service.get(`/api/v1/products/${encodeURIComponent(id)}`, { key })
    if (isSuccess(read) && readRecord(read)['name'] === simulatedProduct.name)
      return 'The simulated product can be read by its id.'
  }
  const knownIds = new Set(readRecords(products).map((product) => product['id']))
  const later = await service.get('/api/v1/products?limit=100', { key })
  const isListed = readRecords(later).some(
    (product) => product['name'] === simulatedProduct.name && !knownIds.has(product['id']),
  )
  return isListed ? 'A new product with the name of the simulated one is listed.' : undefined
}

/** Reads the payment until it is no longer pending. */
async function awaitPayment(
  service: CheckClient,
  { key, ref, sleep }: { readonly key: string; readonly ref: string; readonly sleep: (ms: number) => Promise<void> },
): Promise<Exchange[]> {
  const reads: Exchange[] = []
  for (;;) {
    const read = await service.get(`/api/v1/payments/${encodeURIComponent(ref)}`, { key })
    reads.push(read)
    if (readRecord(read)['status'] !== 'pending' || reads.length > maxStatusReads) return reads
    await sleep(1_000)
  }
}
