// Writes a memory store's data into a database, in pieces: one text with a million payments is too long for Node.
const atOnce = 2_000

/** The columns of a table, with their types. */
async function columnsOf(driver, table) {
  return driver.query(
    "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_schema = 'cedi' AND table_name = CAST($1 AS text)",
    [table],
  )
}

/** Writes rows, given as objects of plain values by column. */
async function writeAll(driver, table, rows) {
  const columns = await columnsOf(driver, table)
  const names = columns.map(({ name }) => name).join(', ')
  const types = columns.map(({ name, type }) => `${name} ${type}`).join(', ')
  const text = `INSERT INTO cedi.${table} (${names}) SELECT ${names} FROM json_to_recordset(CAST($1 AS json)) AS t (${types})`
  let part = []
  const write = async () => {
    if (part.length > 0) await driver.query(text, [JSON.stringify(part)])
    part = []
  }
  for await (const row of rows) {
    part.push(row)
    if (part.length === atOnce) await write()
  }
  await write()
}

const plain = (value) =>
  typeof value === 'bigint'
    ? String(value)
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : value

const cells = ({ merchant, ...row }) => ({
  merchant_id: merchant,
  ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
})

function entryCells({ postings, balances, ...row }) {
  const moved = postings.map(({ debit, credit, amountPesewas }) => `${debit}>${credit}=${amountPesewas}`)
  const held = balances.map(({ account, balancePesewas }) => `${account}=${balancePesewas}`)
  return { ...cells(row), postings: moved.join(','), balances: held.join(',') }
}

/** All rows of a table, merchant by merchant, as they come out of a store. */
async function* rowsOf(store, table, merchants) {
  for (const merchant of merchants) {
    for (let after = ''; ; ) {
      const rows = await store.list(table, merchant, { limit: atOnce, order: 'oldest', after })
      yield* rows
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
}

async function* mapped(rows, map) {
  for await (const row of rows) yield map(row)
}

async function* books(store, merchants) {
  for (const merchant of merchants) {
    const [last] = await store.list('entries', merchant, { limit: 1 })
    if (last) yield { merchant_id: merchant, sequence: last.sequence, at_ms: last.at_ms, hash: last.hash }
  }
}

/** All accounts of the chart, used or not: with a book, a database expects them in a commit. */
async function* accounts(store, merchants, names) {
  for (const merchant of merchants) {
    const held = new Map((await store.list('accounts', merchant, { limit: 20 })).map((row) => [row.id, row]))
    if (held.size === 0) continue
    for (const id of names) yield held.get(id) ?? { merchant, id, balance_pesewas: 0n, sequence: 0 }
  }
}

/** Copies a store's payments and entries into a database, and updates the database's statistics. */
export async function load(driver, store, merchants, accountNames) {
  await writeAll(driver, 'payments', mapped(rowsOf(store, 'payments', merchants), cells))
  await writeAll(driver, 'entries', mapped(rowsOf(store, 'entries', merchants), entryCells))
  await writeAll(driver, 'books', books(store, merchants))
  await writeAll(driver, 'accounts', mapped(accounts(store, merchants, accountNames), cells))
  await driver.query('VACUUM ANALYZE')
}

/**
 * Copies all payments and entries of a database a given number of times, with ids, sequences and times that continue.
 * Hashes are copied unchanged, so these books are for measuring and not for `verify`.
 */
export async function multiply(driver, payments, times) {
  if (times === 1) return
  const copies = `generate_series(1, ${times - 1}) AS copy`
  const later = (column) => `${column} + copy * ${payments}000`
  const renamed = (column) =>
    `'PAY_' || lpad(CAST(CAST(substr(${column}, 5) AS bigint) + copy * ${payments} AS text), 8, '0')`
  const insert = async (table, changed, join = '') => {
    const names = (await columnsOf(driver, table)).map(({ name }) => name)
    const cellsOf = names.map((name) => changed[name] ?? `t.${name}`)
    const text = `INSERT INTO cedi.${table} (${names.join(', ')}) SELECT ${cellsOf.join(', ')} FROM cedi.${table} t ${join} CROSS JOIN ${copies} ORDER BY copy, t.id`
    await driver.query(text)
  }
  const sequence = 't.sequence + copy * b.sequence'
  await insert('payments', { id: renamed('t.id'), created_ms: later('t.created_ms'), paid_ms: later('t.paid_ms') })
  const entry = {
    id: `lpad(CAST(${sequence} AS text), 12, '0')`,
    sequence,
    source: renamed('t.source'),
    at_ms: later('t.at_ms'),
  }
  await insert('entries', entry, 'JOIN cedi.books b ON b.merchant_id = t.merchant_id')
  await driver.query(
    `UPDATE cedi.books SET sequence = sequence * ${times}, at_ms = at_ms + ${payments}000 * ${times - 1}`,
  )
  await driver.query(`UPDATE cedi.accounts SET balance_pesewas = balance_pesewas * ${times}`)
  await driver.query('VACUUM ANALYZE')
}
