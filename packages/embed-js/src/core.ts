import type { Cedi } from '@cedi/service-js'

interface Slot {
  page?: Cedi
  create(options: { readonly base: string }): Cedi
}

/**
 * The checkout when it is there already, so that a click can open it in the same tick: where `service.js` leaves
 * itself, whatever its version.
 */
export function coreNow(base: string): Cedi | undefined {
  const slot = (window as never as Record<symbol, Slot>)[Symbol.for('cedi')]
  if (slot) slot.page ??= slot.create({ base })
  return slot?.page
}

/**
 * Brings `service.js` of the service. The browser does it once. An import keeps the page's nonce and needs no Trusted
 * Types policy; a script element would need both.
 *
 * @param base - The origin of the service.
 * @decision 0028
 */
export const loadCore = (base: string): Promise<Cedi | undefined> =>
  import(`${base}/service.js`).then(() => coreNow(base))
