// A second bookkeeper, which counts the same payments in plain numbers and uses none of the ledger's code.

/** @param count - How many merchants there are. */
export function makeTally(count) {
  const column = () => new Float64Array(count)
  const [gross, fees, refunds, entries, waiting] = [column(), column(), column(), column(), column()]
  return {
    paid(merchant, pesewas) {
      gross[merchant] += pesewas
      fees[merchant] += Math.floor((pesewas * 35 + 500) / 1000) + 50
      // Two entries: the money is received, and becomes available.
      entries[merchant] += 2
    },
    asked(merchant, pesewas) {
      waiting[merchant] += pesewas
      entries[merchant] += 1
    },
    gaveBack(merchant, pesewas) {
      waiting[merchant] -= pesewas
      refunds[merchant] += pesewas
      entries[merchant] += 1
    },
    entriesOf: (merchant) => entries[merchant],
    sum: () => ({ gross: gross.reduce(add, 0), entries: entries.reduce(add, 0) }),
    /** What each account of a merchant must hold. */
    balancesOf: (merchant) => ({
      collected: gross[merchant],
      'fees:income': fees[merchant],
      'merchant:available': gross[merchant] - fees[merchant] - refunds[merchant] - waiting[merchant],
      'merchant:pending': 0,
      'merchant:refunds_payable': waiting[merchant],
      'bank:operating': -refunds[merchant],
      suspense: 0,
    }),
  }
}

const add = (one, other) => one + other

/** Compares a merchant's accounts with the second bookkeeper. @returns What is wrong, if anything. */
export async function heldAgainst(tally, merchant, name, store) {
  const rows = await store.list('accounts', name, { limit: 20 })
  const held = Object.fromEntries(rows.map(({ id, balance_pesewas: balance }) => [id, Number(balance)]))
  held.collected = rows.filter(({ id }) => id.startsWith('psp:')).reduce((sum, { id }) => sum + held[id], 0)
  for (const [account, expected] of Object.entries(tally.balancesOf(merchant)))
    if ((held[account] ?? 0) !== expected) return `${name}: ${account} holds ${held[account] ?? 0}, not ${expected}`
  return undefined
}
