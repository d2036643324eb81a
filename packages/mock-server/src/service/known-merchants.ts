/** Merchants of which this server knows without asking its store: of its seed, of a snapshot, and who sent a request. */
export interface KnownMerchants {
  add(merchant: string): void
  has(merchant: string): boolean
  list(): readonly string[]
  /** Goes on with those of a snapshot; from the start when there is none. */
  restore(merchants?: readonly string[]): void
}
