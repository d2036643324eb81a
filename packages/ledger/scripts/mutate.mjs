// Breaks the ledger on purpose, one place at a time, and expects the tests to notice. Exits with 1 when they do not, or
// when they did not end within the time limit twice.
// Usage: node scripts/mutate.mjs [pattern that the names of some mutations match]
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
const memory = 'src/stores/memory.ts'
const [carried, listed, book, indexed, sorted] = ['commit', 'list', 'book', 'indexes', 'sorted'].map(
  (name) => `src/stores/memory/${name}.ts`,
)
const closing = 'src/stores/memory/close.ts'
const [walked, related] = ['entries', 'records'].map((name) => `src/verify/${name}.ts`)
const mutations = [
  ['rounding term of the fee', 'src/fees.ts', '35n + 500n', '35n'],
  ['fixed part of the fee', 'src/fees.ts', '+ 50n', '+ 51n'],
  ['third decimal is accepted', 'src/money.ts', '\\d{1,2}', '\\d{1,3}'],
  ['numbers too large are read', 'src/money.ts', '|| amount > largestExactCedis', ''],
  [
    'guard of available',
    'src/accounts.ts',
    "'merchant:available': { nature: 'credit', guarded: true }",
    "'merchant:available': { nature: 'credit', guarded: false }",
  ],
  ['guard in the store', carried, 'chartOfAccounts[account].guarded && (', 'false && ('],
  ['bounds in the store', carried, "if (crossed) return { outcome: 'guard', crossed, id: row.id }", ''],
  ['bound of reserved refunds', 'src/bounds.ts', 'reserved > whole', 'false'],
  ['bound of paid refunds', 'src/bounds.ts', 'refunded > reserved', 'false'],
  ['bound of stock', 'src/bounds.ts', "stock !== null && stock < 0 ? 'products.stock'", "false ? 'products.stock'"],
  ['entry posts twice', carried, 'if (hasEntry(book, entry))', 'if (false)'],
  ['inserted id exists', carried, 'book.rows[table]?.has(row.id) || (', '('],
  ['unique column', carried, 'if (taken.has(key) || mine.has(key))', 'if (mine.has(key))'],
  ['expected state of a move', carried, 'row[column as keyof AnyRow] !== expected', 'false'],
  ['missing row of a move', carried, "\n      return { outcome: 'conflict', table, id }", '\n      continue'],
  ['closed id is taken', carried, '(isClosable(table) && isRowClosed(book, table, row.id))', 'false'],
  ['counter step', carried, '(book.counters.get(name) ?? 0) !== from', 'false'],
  ['removed event exists', carried, '!book.rows[table]?.has(id)', 'false'],
  ['hash chain', book, 'previous = hashOf(previous + text)', 'previous = hashOf(firstHash(merchant) + text)'],
  ['law of sequence', walked, 'if (entry.sequence !== sequence)', 'if (false as boolean)'],
  ['law of time', walked, 'if (entry.at_ms < walk.atMs)', 'if (false as boolean)'],
  ['law of chain', walked, 'if (entry.previous_hash !== walk.hash)', 'if (false as boolean)'],
  ['law of hash', walked, 'if (entry.hash !== expected)', 'if (false as boolean)'],
  ['law of unique source', walked, 'if (walk.seen.has(key))', 'if (false as boolean)'],
  ['law of postings', walked, '!allowedPostings[kind]?.has(', 'false && allowedPostings[kind]?.has('],
  ['law of postings above zero', walked, '|| amountPesewas <= 0n', ''],
  ['law of trial balance', walked, 'if (walk.sumPesewas !== 0n)', 'if (false as boolean)'],
  ['law of running balance', walked, '|| !after.every(agrees)', ''],
  ['law of guard', walked, 'chartOfAccounts[account].guarded && held < 0n', 'false'],
  ['law of cached balance', related, 'if (found !== expected)', 'if (false as boolean)'],
  ['law of accounts of the chart', related, 'if (strange)', 'if (false as boolean)'],
  ['law of conservation', related, 'if (collected !== accounted)', 'if (false as boolean)'],
  ['law of reserves', related, 'if (heldBy(account) !== pending)', 'if (false as boolean)'],
  [
    'law of checkpoint, replaced',
    'src/verify/checkpoint.ts',
    'next.sequence === walk.count && next.hash !== walk.hash',
    'false',
  ],
  ['law of checkpoint, missing', 'src/verify/checkpoint.ts', 'walk.count >= last', 'true'],
  ['checkpoint of another merchant', 'src/verify/checkpoint.ts', 'merchant !== owner', 'false'],
  ['what waits is closed', 'src/closing.ts', "if (row.status === 'pending') return false", ''],
  ['a payment with an open refund is closed', 'src/closing.ts', 'reserved === refunded_pesewas', 'true'],
  ['what something is scheduled for is closed', closing, '&& !awaited.has(row.id)', ''],
  ['entries of later are closed', closing, 'if (timeOf(text) >= beforeMs) break', ''],
  ['closed sums are forgotten', closing, 'BigInt(sums.collected) + collected', 'collected'],
  [
    'places of closed entries are forgotten',
    closing,
    '!isRecordClosed(book, kind, source)) book.places.add',
    'false) book.places.add',
  ],
  ['a closed row is not found', listed, 'isRowClosed(book, table, id)) throw', 'false) throw'],
  ['a listing leaves out what is closed', listed, 'refuseClosed(book ?? books, table, query, found)', ''],
  ['books begin with nothing', walked, 'closing?.accounts ?? {}', '{}'],
  ['time goes back', carried, 'atMs = Math.max(atMs, entry.atMs)', 'atMs = entry.atMs'],
  ['cursor includes its row', listed, 'compare(item, place) <= 0', 'compare(item, place) < 0'],
  ['cursor of newest', listed, 'compare(item, place) < 0 :', 'compare(item, place) <= 0 :'],
  ['id before another in any order', listed, '(before === undefined || item.id < before) &&', ''],
  ['id after another in any order', listed, '(after === undefined || item.id > after) &&', ''],
  ['due limit', listed, '> dueUntilMs\n', '>= dueUntilMs\n'],
  ['due limit in another order', listed, '(dueUntilMs === undefined || (', '(true as boolean || ('],
  ['second column that has many', listed, 'rules.every(', '[].every('],
  ['rows of other values in an index', indexed, 'cellOf(item, column) === value) &&', 'cellOf(item, column) !== 0) &&'],
  ['rows without the time in an index', indexed, 'cellOf(item, time) !== null)', 'true)'],
  ['row leaves an index', indexed, 'if (was) take(index, was)', ''],
  ['row is exchanged in an index', indexed, 'exchange(index, was, is)', 'void exchange'],
  ['order in which two become a group', indexed, 'index.compare(group, item) < 0 ?', 'true ?'],
  ['indexes of all merchants', book, 'keepUp(books.indexes[table], old, item)', ''],
  ['indexes of one merchant', book, 'keepUp(book.indexes[table], old, item)', ''],
  ['blocks are split in order', sorted, 'blocks.splice(block + 1, 0,', 'blocks.splice(block, 0,'],
  ['small blocks are joined', sorted, 'one && other && one.length', 'false && one && other && one.length'],
  [
    'rows are frozen',
    'src/stores/memory/frozen.ts',
    'return Object.freeze({ ...nothing, ...value, ...replaced })',
    'return { ...nothing, ...value, ...replaced } as T',
  ],
  [
    'confirmation comes again',
    'src/entries/payment-received.ts',
    "if (payment.status === 'succeeded') return { ok",
    "if (payment.status === ('x' as string)) return { ok",
  ],
  [
    'second payment of a checkout',
    'src/entries/payment-received.ts',
    'if (intent && !takesMoney)',
    'if (false as boolean && intent)',
  ],
  [
    'latest payment of an expired checkout',
    'src/entries/payment-received.ts',
    "(intent?.status === 'expired' && intent.payment_ref === payment.id)",
    'false',
  ],
  ['availability of cards', 'src/availability.ts', "method === 'mobile_money' ? paidMs :", 'true ? paidMs :'],
  ['too early to be available', 'src/entries/payment-available.ts', '|| payment.available_at_ms > command.nowMs', ''],
  ['late money counted once', 'src/entries/late-money-received.ts', 'payment.late_money !== null', 'false'],
  ['refund of an unpaid payment', 'src/entries/refund-requested.ts', "payment.status !== 'succeeded'", 'false'],
  ['refund above the payment', 'src/entries/refund-requested.ts', 'amountPesewas > leftPesewas ||', ''],
  ['balance checked while planning', 'src/command.ts', 'amountPesewas <= availablePesewas', 'true'],
  [
    'rejected refund is released',
    'src/entries/refund-rejected.ts',
    "change('payments', payment, { expect: {}, add: { refund_reserved_pesewas: -amountPesewas } })",
    "change('payments', payment, { expect: {} })",
  ],
  ['paid refund is final', 'src/entries/refund-rejected.ts', "if (refund.status === 'paid')", 'if (false as boolean)'],
  [
    'whole refund disables licenses',
    'src/entries/refund-paid.ts',
    'expect: { refunded_pesewas: payment.refunded_pesewas }',
    'expect: {}',
  ],
  [
    'failed payout comes back',
    'src/entries/payout-failed.ts',
    "credit: 'merchant:available'",
    "credit: 'bank:operating'",
  ],
  ['stock comes back', 'src/entries/payment-ended.ts', 'add: { stock: payment.quantity }', 'add: { stock: 0 }'],
  [
    'activation limit',
    'src/entries/license-activated.ts',
    'expect: { status: license.status, activations: license.activations }',
    'expect: {}',
  ],
  [
    'order status while a refund waits',
    'src/order-status.ts',
    'order.refund_reserved_pesewas > order.refunded_pesewas',
    'false',
  ],
  ['fingerprint of a key', 'src/kept-answer.ts', 'row.fingerprint !== command.fingerprint', 'false'],
  ['command in progress', 'src/kept-answer.ts', "row.state === 'running'", 'false'],
  ['answer forgotten after a day', 'src/kept-answer.ts', '>= answerLifetimeMs', '> answerLifetimeMs * 2'],
  [
    'answer kept with the effect',
    'src/transact.ts',
    'plan = plan ? joinPlans(plan, remember) : remember',
    'plan = plan ?? remember',
  ],
  [
    'refusal of rows that were never there together',
    'src/transact.ts',
    'if (!planned.ok && !isKnown && !(await reads.areStillTrue())) continue',
    '',
  ],
  [
    'rest of a refund as it was read',
    'src/entries/refund-requested.ts',
    '...(isRest ? { refund_reserved_pesewas: payment.refund_reserved_pesewas } : {}),',
    '',
  ],
  ['answers are forgotten', memory, 'if (!isForgotten(row, nowMs)) break', 'break'],
  [
    'broken snapshot changes nothing',
    memory,
    '      checkSnapshot(snapshot)\n',
    '      books = makeBooks(); checkSnapshot(snapshot)\n',
  ],
  ['id that is there twice in a snapshot', 'src/stores/snapshot.ts', 'if (ids.has(row.id))', 'if (false)'],
  ['value that is taken twice in a snapshot', 'src/stores/snapshot.ts', 'if (taken.has(key))', 'if (false)'],
  ['value of a snapshot that its column cannot hold', 'src/stores/plain.ts', 'if (fault) throw', 'if (false) throw'],
  ['column that never changes', 'src/plan.ts', 'if (neverChanges(move.table, column))', 'if (false)'],
  [
    'time before the id in a listing',
    indexed,
    '(cellOf(one, time) as number) - (cellOf(other, time) as number) ||',
    '',
  ],
  ['merchant after the id in a listing', indexed, ' || compareText(one.merchant, other.merchant)', ''],
  ['refused twice alike is refused', 'src/transact.ts', 'refusedBefore = refused', ''],
  ['order of a rejected refund', 'src/entries/refund-rejected.ts', 'order = next.row', ''],
  [
    'frozen rows are kept as they are',
    'src/stores/memory/frozen.ts',
    'return isKept ? value :',
    'return false ? value :',
  ],
  [
    'frozen lists with open members are copied',
    'src/stores/memory/frozen.ts',
    ' && members.every((member, index) => member === value[index])',
    '',
  ],
  ['simulation writes', 'src/transact.ts', 'if (simulate) return result', ''],
  [
    'snapshot keeps which entry touched an account',
    memory,
    'String(row.balance_pesewas), row.sequence',
    'String(row.balance_pesewas), 0',
  ],
  ['phone is masked', 'src/command.ts', '/\\d{7}/', '/\\d{17}/'],
]

const only = process.argv[2] && new RegExp(process.argv[2])
for (const [what, file, find] of mutations) {
  const places = readFileSync(join(root, 'packages/ledger', file), 'utf8').split(find).length - 1
  if (places !== 1) throw new Error(`${what}: "${find}" is found ${places} times in ${file}, not once`)
}
const copy = mkdtempSync(join(tmpdir(), 'cedi-mutate-'))
const ledger = join(copy, 'packages/ledger')
const skip = new Set(['node_modules', 'dist', '.turbo'])
cpSync(join(root, 'packages/ledger'), ledger, {
  recursive: true,
  filter: (path) => !skip.has(path.slice(join(root, 'packages/ledger').length + 1)),
})
for (const name of ['tsconfig.base.json', 'package.json']) cpSync(join(root, name), join(copy, name))
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
writeFileSync(
  join(copy, 'vitest.config.mjs'),
  `export default { resolve: { tsconfigPaths: true }, test: { include: ['packages/ledger/{src,test}/**/*.test.ts'], pool: 'threads', isolate: false, maxWorkers: 2, testTimeout: 60000, bail: 1 } }\n`,
)

/** How long the tests may take for one mutation. */
const limitMs = 120_000

const test = () =>
  spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', copy, '--bail', '1'], {
    cwd: copy,
    env: { ...process.env, CEDI_LEDGER_OPERATIONS: '8000', CEDI_LEDGER_ROUNDS: '2' },
    encoding: 'utf8',
    timeout: limitMs,
  })

/** What the tests say of one mutation. A run that reached the time limit decided nothing. */
function verdictOn([, file, find, replace]) {
  const path = join(ledger, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  const run = test()
  writeFileSync(path, source)
  if (run.error?.code === 'ETIMEDOUT') return 'not decided'
  if (run.error) throw run.error
  return run.status === 0 ? 'SURVIVED' : 'killed'
}

/** Tries mutations one after another, and says what came of each. */
const judge = (some) =>
  some.map((mutation) => {
    const verdict = verdictOn(mutation)
    console.log(`${verdict.padEnd(11)}  ${mutation[0]}  (${mutation[1]})`)
    return { mutation, verdict }
  })

let rows
try {
  const healthy = test()
  if (healthy.status !== 0)
    throw new Error(`The tests fail before anything is broken:\n${healthy.error?.message ?? healthy.stdout}`)
  const first = judge(mutations.filter(([what]) => !only || only.test(what)))
  // A busy machine can cost the time of one run: those are tried once more, when the others are done.
  const late = first.filter(({ verdict }) => verdict === 'not decided')
  if (late.length > 0) console.log(`Once more, those that took over ${limitMs / 1000} s:`)
  rows = [...first.filter((row) => !late.includes(row)), ...judge(late.map(({ mutation }) => mutation))]
} finally {
  rmSync(copy, { recursive: true, force: true })
}
const count = (wanted) => rows.filter(({ verdict }) => verdict === wanted).length
console.log(`${count('killed')} of ${rows.length} killed`)
if (count('not decided') > 0)
  console.log(
    `${count('not decided')} not decided: twice the tests took over ${limitMs / 1000} s. Run them on a quiet machine.`,
  )
process.exit(count('killed') < rows.length ? 1 : 0)
