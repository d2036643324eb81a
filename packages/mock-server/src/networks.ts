import type { MobileNetwork } from './phone.js'

/** What a buyer has to know about a mobile money network. */
export interface MobileNetworkFacts {
  /** The name of its wallet, as buyers know it. */
  readonly name: string
  /** A few letters that stand for it. */
  readonly short: string
  /** The first two digits after the country code that it was given. Numbers move: they suggest, and never refuse. */
  readonly prefixes: readonly string[]
  /** What to dial for its menu. */
  readonly ussd: string
  /** The items to choose there to approve a payment whose prompt did not come; empty when they are not known. */
  readonly approvals: readonly string[]
  /** The items to choose there for a voucher; only a network that asks for one has them. */
  readonly voucher: readonly string[]
}

/**
 * The three networks, as of 2026-01. Items of menus are named and not numbered: their numbers change more often.
 *
 * @decision 0018
 */
export const mobileNetworks: Readonly<Record<MobileNetwork, MobileNetworkFacts>> = {
  mtn: {
    name: 'MTN MoMo',
    short: 'MTN',
    prefixes: ['24', '25', '53', '54', '55', '59'],
    ussd: '*170#',
    approvals: ['My Wallet', 'My Approvals'],
    voucher: [],
  },
  telecel: {
    name: 'Telecel Cash',
    short: 'T',
    prefixes: ['20', '50'],
    ussd: '*110#',
    approvals: [],
    voucher: ['Generate voucher'],
  },
  airteltigo: {
    name: 'AT Money',
    short: 'AT',
    prefixes: ['26', '27', '56', '57'],
    ussd: '*110#',
    approvals: [],
    voucher: [],
  },
}
