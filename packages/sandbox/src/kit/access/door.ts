import { demoMerchant } from '@cedi/mock-server/service'

/** Where somebody signs in: a merchant at the portal, staff of the service at the operator desk. */
export type Door = 'portal' | 'operator'

/** Who may sign in: a merchant, or the service itself. */
export interface Guest {
  readonly door: Door
  /** The merchant whose rows hold the sessions; at the operator desk, those of {@link staff}. */
  readonly merchant: string
}

/** Somebody who has signed in. */
export interface Session extends Guest {
  /** The row of the session: without it the cookie is worthless. */
  readonly row: string
  /** A token in every form of this session, which no other page can know. */
  readonly formToken: string
}

/** Stands for rows that belong to no merchant. No merchant can have this name. */
export const staff = '~server'

/** The merchant whose portal a new server links to. */
export const firstMerchant: string = demoMerchant
