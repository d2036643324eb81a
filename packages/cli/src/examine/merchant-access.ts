import { randomUUID } from 'node:crypto'
import type { Payment } from '@cedi/client'
import { foreignKey, merchant, type Service, shopKey } from './service.js'

/** Entry of the ledger, as the control API returns it. */
interface LedgerEntry {
  readonly kind: string
  readonly source: string
  readonly postings: readonly { readonly debit: string; readonly credit: string; readonly amount: number }[]
}

/** Reads and changes the records of the examined merchant. */
export class MerchantAccess {
  protected readonly service: Service

  constructor(service: Service) {
    this.service = service
  }

  control<Data = unknown>(method: string, path: string, body?: object): Promise<Data> {
    const separator = path.includes('?') ? '&' : '?'
    return this.service.sandbox.control(method, `${path}${separator}merchant=${merchant}`, body) as Promise<Data>
  }

  /** Calls the API with the key of the shop, or of another merchant. */
  async api<Data>(method: string, path: string, body: object, key: 'shop' | 'foreign' = 'shop'): Promise<Data> {
    const { sandbox, url } = this.service
    const response = await sandbox.handle({
      method,
      url: `${url}/api/v1/${path}`,
      headers: {
        Authorization: `Bearer ${key === 'shop' ? shopKey : foreignKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify(body),
    })
    const { data, error } = JSON.parse(response.body)
    if (error) throw new Error(`${method} ${path}: ${error.code}. ${error.message}`)
    return data as Data
  }

  readPayments(): Promise<Payment[]> {
    return this.control<Payment[]>('GET', 'payments?limit=100')
  }

  async readPayment(ref: string): Promise<Payment> {
    const payment = (await this.readPayments()).find((item) => item.ref === ref)
    if (!payment) throw new Error(`The service has no payment ${ref}. Check that the shop uses CEDI_URL.`)
    return payment
  }

  /** Returns the pending payments of the scenario. */
  async listPending(): Promise<Payment[]> {
    return (await this.readPayments()).filter(({ status }) => status === 'pending')
  }

  /** Refunds a payment, in full by default. */
  async refund(paymentRef: string, amount?: number): Promise<void> {
    const refund = await this.api<{ ref: string }>('POST', 'refunds', {
      payment_ref: paymentRef,
      ...(amount && { amount }),
    })
    await this.control('POST', `refunds/${refund.ref}/pay`)
  }

  /** Returns the ledger of the merchant, one line per entry. */
  async readLedger(): Promise<string[]> {
    const entries = await this.control<LedgerEntry[]>('GET', 'ledger/entries?limit=100')
    return entries.map(
      ({ kind, source, postings }) =>
        `${kind} ${source}: ${postings.map(({ debit, credit, amount }) => `${debit} → ${credit} ${amount}`).join(', ')}`,
    )
  }
}
