/**
 * The result of `verify`: valid, or the first violation.
 *
 * `sequence` is the entry; null if the violation concerns the whole ledger.
 *
 * @decision 0014
 */
export type VerifyResult =
  | { readonly ok: true; readonly entries: number; readonly hash: string }
  | {
      readonly ok: false
      readonly invariant:
        | 'sequence'
        | 'time'
        | 'chain'
        | 'hash'
        | 'unique source'
        | 'postings'
        | 'trial balance'
        | 'running balance'
        | 'guard'
        | 'cached balance'
        | 'conservation'
        | 'reserves'
      readonly sequence: number | null
      readonly expected: string
      readonly found: string
    }

/** A violated invariant. */
export type Violation = Extract<VerifyResult, { ok: false }>

/** Creates a violation. */
export const createViolation = (
  invariant: Violation['invariant'],
  sequence: number | null,
  expected: unknown,
  found: unknown,
): Violation => ({
  ok: false,
  invariant,
  sequence,
  expected: String(expected),
  found: String(found),
})
