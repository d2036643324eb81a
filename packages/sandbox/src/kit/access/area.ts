/** An area of the site behind a sign-in: the merchants' portal or the operator desk. */
export type Area = 'portal' | 'operator'

/** A signed-in user: a merchant, or an operator of the service. */
export interface Principal {
  readonly area: Area
  /** Merchant that owns the sessions; {@link staffMerchant} for operators. */
  readonly merchant: string
}

/** A valid session of a request. */
export interface Session extends Principal {
  /** Id of the stored session. The cookie is invalid without it. */
  readonly row: string
  /** CSRF token in every form of this session. */
  readonly formToken: string
}

/** Owner of rows that belong to no merchant. A merchant cannot have this id. */
export const staffMerchant = '~server'
