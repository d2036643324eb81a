import { demoMerchant } from '@cedi/mock-server/service'

/** Where somebody comes in: a merchant at the portal, staff of the service at the operator desk. */
export type Door = 'portal' | 'operator'

/** Who may come in: a merchant, or the service itself. */
export interface Guest {
  readonly door: Door
  /** Whose rows say so; at the operator desk those of {@link staff}. */
  readonly merchant: string
}

/** Somebody who has come in. */
export interface Session extends Guest {
  /** The row that says so: without it the cookie is worth nothing. */
  readonly row: string
  /** What every form of this session carries, and no other page can know. */
  readonly formToken: string
}

/** Keeps what belongs to no merchant; none can have this name. */
export const staff = '~server'

/** The merchant whose portal a new server shows. */
export const firstMerchant: string = demoMerchant
