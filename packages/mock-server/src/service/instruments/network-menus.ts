import type { MobileNetwork } from './networks.js'

/** What a buyer finds on the phone. It stands apart from the digits: the script of the checkout needs only those. */
export interface NetworkMenu {
  /** What to dial for the menu. */
  readonly ussd: string
  /** The items to choose there to approve a payment whose prompt did not come; empty when they are not known. */
  readonly approvals: readonly string[]
  /** The items to choose there for a voucher; only a network that asks for one has them. */
  readonly voucher: readonly string[]
}

/**
 * The menus of the three networks, as of 2026-01. Items are named and not numbered: their numbers change more often.
 *
 * @decision 0018
 */
export const networkMenus: Readonly<Record<MobileNetwork, NetworkMenu>> = {
  mtn: { ussd: '*170#', approvals: ['My Wallet', 'My Approvals'], voucher: [] },
  telecel: { ussd: '*110#', approvals: [], voucher: ['Generate voucher'] },
  airteltigo: { ussd: '*110#', approvals: [], voucher: [] },
}
