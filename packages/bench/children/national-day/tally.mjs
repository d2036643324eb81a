// A second bookkeeper: he counts what he was told in plain numbers, and knows nothing of the ledger's code.

/** @param count - How many merchants there are. */
export function makeTally(count) {
  const column = () => new Float64Array(count)
  const [gross, fees, refunds, entries, waiting] = [column(), column(), column(), column(), column()]
  return {
    paid(merchant, pesewas) {
      gross[merchant] += pesewas
      fees[merchant] += Math.floor((pesewas * 35 + 500) / 1000) + 50
      // The money comes in, and is available at once.
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
    /** What a merchant's accounts have to hold. */
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

/** Holds the books of a merchant against it. @returns What is wrong, if anything. */
export async function heldAgainst(tally, merchant, name, store) {
  const rows = await store.list('accounts', name, { limit: 20 })
  const held = Object.fromEntries(rows.map(({ id, balance_pesewas: balance }) => [id, Number(balance)]))
  held.collected = rows.filter(({ id }) => id.startsWith('psp:')).reduce((sum, { id }) => sum + held[id], 0)
  for (const [account, expected] of Object.entries(tally.balancesOf(merchant)))
    if ((held[account] ?? 0) !== expected) return `${name}: ${account} holds ${held[account] ?? 0}, not ${expected}`
  return undefined
}
