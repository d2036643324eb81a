import type { Plan } from '@cedi/ledger'
import type { World } from '../world/world.js'

/** The accounts of all merchants, added up beside the ledger. */
export interface Money {
  /** Adds up the postings of a plan. */
  post(plan: Plan): void
  /** Notes what the records say about money. */
  note(merchant: string, what: 'collected' | 'returned' | 'refunded' | 'paid out', pesewas: bigint): void
  /** Whether the accounts match the records. */
  checkConservation(merchant: string): void
  /** What an account of a merchant holds, in pesewas. */
  heldBy(merchant: string, account: string): bigint
  /** The available balance at any moment between two. */
  availableBetween(merchant: string, fromMs: number, toMs: number): Set<bigint>
}

const debitAccounts = new Set(['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card', 'bank:operating'])
const mayBeNegative = new Set(['bank:operating', 'fees:income'])
/** Where money that buyers paid may be. */
const whose = [
  'fees:income',
  'merchant:pending',
  'merchant:available',
  'merchant:refunds_payable',
  'merchant:payouts_in_transit',
  'suspense',
]

export function createMoney(world: World): Money {
  const held = new Map<string, bigint>()
  const sources = new Set<string>()
  const noted = new Map<string, bigint>()
  const history = new Map<string, { readonly ms: number; readonly pesewas: bigint }[]>()
  const heldBy = (merchant: string, account: string): bigint => held.get(`${merchant} ${account}`) ?? 0n
  const add = (merchant: string, account: string, pesewas: bigint): void =>
    void held.set(`${merchant} ${account}`, heldBy(merchant, account) + pesewas)

  function postEntry(merchant: string, { kind, source, postings }: Plan['entries'][number]): void {
    const name = `${merchant} ${kind} ${source}`
    if (sources.has(name)) world.fail('an event is posted once', name)
    sources.add(name)
    for (const { debit, credit, amountPesewas } of postings) {
      add(merchant, debit, debitAccounts.has(debit) ? amountPesewas : -amountPesewas)
      add(merchant, credit, debitAccounts.has(credit) ? -amountPesewas : amountPesewas)
    }
    for (const account of postings.flatMap(({ debit, credit }) => [debit, credit]))
      if (heldBy(merchant, account) < 0n && !mayBeNegative.has(account))
        world.fail('no account holds less than nothing', `${account} of ${merchant} after ${kind} of ${source}`)
  }

  return {
    heldBy,
    post({ merchant, entries }) {
      for (const entry of entries) postEntry(merchant, entry)
      if (entries.length === 0) return
      const moments = history.get(merchant) ?? []
      moments.push({ ms: world.time.nowMs(), pesewas: heldBy(merchant, 'merchant:available') })
      history.set(merchant, moments)
    },
    note(merchant, what, pesewas) {
      noted.set(`${merchant} ${what}`, (noted.get(`${merchant} ${what}`) ?? 0n) + pesewas)
    },
    checkConservation(merchant) {
      const of = (what: string): bigint => noted.get(`${merchant} ${what}`) ?? 0n
      const is = whose.reduce((pesewas, account) => pesewas + heldBy(merchant, account), 0n)
      const shouldBe = of('collected') - of('returned') - of('refunded') - of('paid out')
      if (is !== shouldBe) world.fail('what was paid is somewhere', `${merchant} holds ${is} of ${shouldBe}`)
    },
    availableBetween(merchant, fromMs, toMs) {
      const found = new Set<bigint>()
      const moments = history.get(merchant) ?? []
      for (let at = moments.length - 1; at >= 0; at--) {
        const { ms, pesewas } = moments[at] as (typeof moments)[number]
        if (ms <= toMs) found.add(pesewas)
        if (ms < fromMs) return found
      }
      return found.add(0n)
    },
  }
}
