/** A mobile money network. */
export type MobileNetwork = 'mtn' | 'telecel' | 'airteltigo'

/** Properties of a mobile money network. */
export interface MobileNetworkInfo {
  /** The name of its wallet, as buyers know it. */
  readonly name: string
  /**
   * The first two digits after the country code that it was assigned. Numbers are ported, so these only suggest a
   * network.
   */
  readonly prefixes: readonly string[]
}

/** The three networks, as of 2026-01. @decision 0018 */
export const mobileNetworks: Readonly<Record<MobileNetwork, MobileNetworkInfo>> = {
  mtn: { name: 'MTN MoMo', prefixes: ['24', '25', '53', '54', '55', '59'] },
  telecel: { name: 'Telecel Cash', prefixes: ['20', '50'] },
  airteltigo: { name: 'AT Money', prefixes: ['26', '27', '56', '57'] },
}
