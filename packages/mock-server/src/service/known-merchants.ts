/**
 * Merchants that this server knows without asking its store: those of its seed or snapshot, and those who sent
 * requests.
 */
export interface KnownMerchants {
  add(merchant: string): void
  has(merchant: string): boolean
  list(): readonly string[]
  /** Continues with a snapshot's merchants; without one, with those of the start. */
  restore(merchants?: readonly string[]): void
}
