import type { Payment } from '@cedi/client'
import type { TrackedOrder } from '@cedi/client/settle'

/** Write to the service. It is stored with its key before it is sent, and retried until it has a response. */
export interface Attempt {
  readonly key: string
  readonly kind: 'payment' | 'intent' | 'refund'
  readonly order: string
  readonly body: Readonly<Record<string, unknown>>
  readonly createdMs: number
  /** Response of the service: a ref, a token or an error code. */
  result?: string
  isRejected?: boolean
}

/** Order of the shop. */
interface ShopOrder {
  readonly pesewas: bigint
  readonly product: string | undefined
}

/** Write of a settlement handler. */
export interface Effect {
  readonly kind: 'paid' | 'failed' | 'expired' | 'review' | 'unpaid'
  readonly order: string
  readonly payment: Payment | undefined
}

/** Data of the shop that survives every crash. */
export interface ShopDatabase {
  readonly orders: Map<string, ShopOrder>
  readonly attempts: Map<string, Attempt>
  readonly tracked: Map<string, TrackedOrder>
  readonly effects: Effect[]
}

export const createShopDatabase = (): ShopDatabase => ({
  orders: new Map(),
  attempts: new Map(),
  tracked: new Map(),
  effects: [],
})

/** Error of the shop's own database: the outcome of a write is unknown. */
export class ShopDatabaseUnavailable extends Error {}
