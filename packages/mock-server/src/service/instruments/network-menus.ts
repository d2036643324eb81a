import type { MobileNetwork } from './networks.js'

/** The menus on a buyer's phone. Separate from the digits, because the checkout's script needs only those. */
export interface NetworkMenu {
  /** USSD code of the menu. */
  readonly ussd: string
  /** The menu items that approve a payment whose prompt did not come; empty when unknown. */
  readonly approvals: readonly string[]
  /** The menu items for a voucher, for a network that asks for one. */
  readonly voucher: readonly string[]
}

/**
 * The menus of the three networks, as of 2026-01. Items have names, not numbers, because the numbers change more often.
 *
 * @decision 0018
 */
export const networkMenus: Readonly<Record<MobileNetwork, NetworkMenu>> = {
  mtn: { ussd: '*170#', approvals: ['My Wallet', 'My Approvals'], voucher: [] },
  telecel: { ussd: '*110#', approvals: [], voucher: ['Generate voucher'] },
  airteltigo: { ussd: '*110#', approvals: [], voucher: [] },
}
