import type { Plan } from '@cedi/mock-server/internal'
import type { World } from '../world/world.js'

/** Account balances of all merchants, computed independently of the ledger. */
export interface Accounts {
  /** Adds the postings of a plan. */
  post(plan: Plan): void
  /** Adds an amount that the records report. */
  recordFlow(merchant: string, kind: 'collected' | 'returned' | 'refunded' | 'paid out', pesewas: bigint): void
  /** Checks that the accounts match the records. */
  checkConservation(merchant: string): void
  /** Returns the balance of an account of a merchant, in pesewas. */
  getBalance(merchant: string, account: string): bigint
  /** Returns the balances of a merchant during a period, formatted with `formatBalance`. */
  getBalancesBetween(merchant: string, fromMs: number, toMs: number): Set<string>
}

const debitAccounts = new Set(['psp:mtn', 'psp:telecel', 'psp:airteltigo', 'psp:card', 'bank:operating'])
const mayBeNegative = new Set(['bank:operating', 'fees:income'])
/** Accounts that hold the money of buyers. */
const merchantAccounts = [
  'fees:income',
  'merchant:pending',
  'merchant:available',
  'merchant:refunds_payable',
  'merchant:payouts_in_transit',
  'suspense',
]

/** Formats a merchant's balance, in pesewas. */
export const formatBalance = (available: bigint, pending: bigint, reserved: bigint): string =>
  `${available} available, ${pending} pending, ${reserved} reserved`

export function createAccounts(world: World): Accounts {
  const balances = new Map<string, bigint>()
  const sources = new Set<string>()
  const flows = new Map<string, bigint>()
  const history = new Map<string, { readonly ms: number; readonly balance: string }[]>()
  const getBalance = (merchant: string, account: string): bigint => balances.get(`${merchant} ${account}`) ?? 0n
  const add = (merchant: string, account: string, pesewas: bigint): void =>
    void balances.set(`${merchant} ${account}`, getBalance(merchant, account) + pesewas)

  function postEntry(merchant: string, { kind, source, postings }: Plan['entries'][number]): void {
    const name = `${merchant} ${kind} ${source}`
    if (sources.has(name)) world.fail('an event is posted once', name)
    sources.add(name)
    for (const { debit, credit, amountPesewas } of postings) {
      add(merchant, debit, debitAccounts.has(debit) ? amountPesewas : -amountPesewas)
      add(merchant, credit, debitAccounts.has(credit) ? -amountPesewas : amountPesewas)
    }
    for (const account of postings.flatMap(({ debit, credit }) => [debit, credit]))
      if (getBalance(merchant, account) < 0n && !mayBeNegative.has(account))
        world.fail('no account is negative', `${account} of ${merchant} after ${kind} of ${source}`)
  }

  return {
    getBalance,
    post({ merchant, entries }) {
      for (const entry of entries) postEntry(merchant, entry)
      if (entries.length === 0) return
      const balances = history.get(merchant) ?? []
      const reserved =
        getBalance(merchant, 'merchant:refunds_payable') + getBalance(merchant, 'merchant:payouts_in_transit')
      const balance = formatBalance(
        getBalance(merchant, 'merchant:available'),
        getBalance(merchant, 'merchant:pending'),
        reserved,
      )
      balances.push({ ms: world.time.nowMs(), balance })
      history.set(merchant, balances)
    },
    recordFlow(merchant, kind, pesewas) {
      flows.set(`${merchant} ${kind}`, (flows.get(`${merchant} ${kind}`) ?? 0n) + pesewas)
    },
    checkConservation(merchant) {
      const flow = (kind: string): bigint => flows.get(`${merchant} ${kind}`) ?? 0n
      const actual = merchantAccounts.reduce((pesewas, account) => pesewas + getBalance(merchant, account), 0n)
      const expected = flow('collected') - flow('returned') - flow('refunded') - flow('paid out')
      if (actual !== expected) world.fail('money is conserved', `${merchant} holds ${actual} of ${expected}`)
    },
    getBalancesBetween(merchant, fromMs, toMs) {
      const found = new Set<string>()
      const balances = history.get(merchant) ?? []
      for (let index = balances.length - 1; index >= 0; index--) {
        const { ms, balance } = balances[index] as (typeof balances)[number]
        if (ms <= toMs) found.add(balance)
        if (ms < fromMs) return found
      }
      return found.add(formatBalance(0n, 0n, 0n))
    },
  }
}
