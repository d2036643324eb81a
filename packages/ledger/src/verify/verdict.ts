/**
 * The result of `verify`: valid, or the first violation.
 *
 * `law` is the invariant, `sequence` the entry (null if the violation concerns the whole ledger).
 *
 * @decision 0014
 */
export type Verdict =
  | { readonly ok: true; readonly entries: number; readonly hash: string }
  | {
      readonly ok: false
      readonly law:
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
        | 'checkpoint'
      readonly sequence: number | null
      readonly expected: string
      readonly found: string
      /** Of the law `checkpoint`: which entries were acknowledged and are missing; with `areAll` false, one of them or more. */
      readonly missing?: { readonly from: number; readonly to: number; readonly areAll: boolean }
    }

/** A law that does not hold. */
export type Broken = Extract<Verdict, { ok: false }>

/** Creates a violation. */
export const broken = (law: Broken['law'], sequence: number | null, expected: unknown, found: unknown): Broken => ({
  ok: false,
  law,
  sequence,
  expected: String(expected),
  found: String(found),
})
