import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../ledger/scripts/postgres.mjs'
import { childFigures, inRounds, medians } from '../measure.mjs'
import { root } from '../peers.mjs'
import { plot } from '../plot.mjs'
import { atMost, ratio, whole } from '../report.mjs'

const most = Number(process.env.CEDI_GROWTH_MOST ?? 1_000_000)
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= most)
const roundsOf = (size) => (size === sizes[0] ? 3 : 1)
const shapes = { one: 'one merchant', many: 'ten thousand merchants' }
const stores = { memory: 'memory', postgres: 'PostgreSQL' }
const picture = 'images/growth.svg'

const operations = {
  paid: 'a payment created and confirmed: two commits',
  read: 'a payment read by its ref',
  balance: 'a balance read',
  byTime: 'a page of 20 payments by time, the newest',
  byTimeAfter: 'a page by time, after a cursor',
  byFilter: 'a page of those that wait, the first',
  byFilterAfter: 'a page of those that wait, after a cursor',
}

const transfers = {
  'ledger: one statement, guards, chain': 'ledger',
  'plain tables, in five round trips': 'plain-trips',
  'plain tables, in one statement': 'plain-statement',
}
const connections = [1, 8]

export const builds = ['ledger']
export const needsLinux = true
/** A quarter of an hour of a whole machine, and 6 GB of memory, so not together with the others. */
export const onlyWhenNamed = true

export async function run() {
  const found = await withPostgres(false, async (url) => {
    const all = {}
    for (const size of sizes) {
      console.log(`${size} payments …`)
      Object.assign(all, await measuredAt(size, url))
    }
    return all
  })
  // The rate also depends on the disk: here each commit waits for it, as in production.
  const peers = await withPostgres(true, (url) =>
    inRounds(Object.keys(transfers), 2, async (name) => {
      const figures = {}
      for (const hands of connections) {
        const measured = await childFigures('transfers.mjs', [transfers[name], hands, url])
        for (const [figure, value] of Object.entries(measured)) figures[`${figure} ${hands}`] = value
      }
      return figures
    }),
  )
  return report(found, peers)
}

async function withPostgres(isDurable, work) {
  const settings = ['shared_buffers=1GB', 'max_wal_size=8GB', 'autovacuum=off']
  const postgres = await startPostgres({ isDurable, settings })
  try {
    return await work(postgres.url)
  } finally {
    await postgres.end()
  }
}

/** All stores and shapes side by side. Each process fills its own store; with several, the medians are used. */
async function measuredAt(size, url) {
  const subjects = Object.keys(shapes).flatMap((shape) => Object.keys(stores).map((store) => [store, shape]))
  const rounds = []
  for (let round = 0; round < roundsOf(size); round++)
    rounds.push(
      await Promise.all(
        subjects.map(([store, shape]) =>
          childFigures('growth.mjs', [store, shape, size, url], ['--expose-gc', '--max-old-space-size=6000']),
        ),
      ),
    )
  const middle = (numbers) => numbers.sort((one, other) => one - other)[numbers.length >> 1]
  const medianOf = (all) =>
    Object.fromEntries(Object.keys(all[0]).map((figure) => [figure, middle(all.map((one) => one[figure]))]))
  return Object.fromEntries(
    subjects.map(([store, shape], at) => [`${store} ${shape} ${size}`, medianOf(rounds.map((round) => round[at]))]),
  )
}

const digits = (value) =>
  value === undefined ? '–' : value >= 100 ? whole(value) : Number(value.toPrecision(value >= 10 ? 3 : 2)).toString()

function report(found, peers) {
  const at = (shape, size, store) => found[`${store} ${shape} ${size}`]
  const [least, largest] = [sizes[0], sizes.at(-1)]
  const growth = (shape, store, figure) => at(shape, largest, store)[figure] / at(shape, least, store)[figure]
  draw(at)
  const tables = Object.keys(stores).flatMap((store) =>
    Object.keys(shapes).map((shape) => ({
      caption: `Microseconds of CPU for one, ${stores[store]}, ${shapes[shape]}`,
      head: ['among so many payments', ...sizes.map(whole), `the last against ${whole(least)}`],
      rows: Object.entries(operations).map(([figure, label]) => [
        label,
        ...sizes.map((size) => digits(at(shape, size, store)[figure])),
        ratio(at(shape, largest, store)[figure], at(shape, least, store)[figure]),
      ]),
    })),
  )
  const goals = Object.keys(stores).flatMap((store) =>
    Object.keys(shapes).map((shape) => {
      const worst = Object.keys(operations).reduce((one, other) =>
        growth(shape, store, one) > growth(shape, store, other) ? one : other,
      )
      const where = `${stores[store]}, ${shapes[shape]}`
      return atMost(`${where}: the one that grows most (${operations[worst]})`, growth(shape, store, worst), 1.3, '×')
    }),
  )
  return {
    title: 'Growth',
    about: about(largest),
    picture: { path: picture, text: 'CPU time of one operation among a thousand to a million payments' },
    tables: [...tables, perSecond(at), wholes(at), peerTable(medians(peers)), published],
    goals,
    figures: { ...found, peers },
  }
}

const about = (largest) =>
  `How the cost of one operation in \`@cedi/ledger\` grows with the number of payments, up to ${whole(largest)}. The figures are CPU time of the process, and with PostgreSQL also of the server for its connection. Of fifty payments, one waits for its buyer, one was paid too late, and the others are confirmed. With one merchant, pages are those that a merchant sees (waiting ones are pending payments). With ten thousand merchants they are an operator's pages across all of them (waiting ones are late money, the oldest first). Below ten thousand payments there are as many merchants as payments. The four stores of one size are measured side by side. Databases were filled from a memory store in pieces of 2,000 rows, up to 100,000 payments; for a million, ten thousand were copied a hundred times. Everything that is measured goes through the ledger. ${isWhole(largest)} ${whatGrows} Not measured: a database that does not fit into memory (\`shared_buffers\` is 1 GB), and background cleaning (autovacuum), which is off.`

const whatGrows =
  'Some readings grow more than 1.3 times, although with few rows and with many as many rows are looked at (packages/ledger/test/growth.test.ts holds that). The likely reasons, not proven: in memory, where a reading of 1 to 10 µs grows by 3 to 25 µs, a heap of a gigabyte does not fit into the caches of the processor, and garbage is collected among a million records; closed records would have to leave the heap to change that. In PostgreSQL index pages are further apart, and since cleaning up is switched off, the old versions of one balance lie beside it.'

const isWhole = (largest) =>
  largest === 1_000_000 ? '' : 'The suite goes on to a million, which this run did not (`CEDI_GROWTH_MOST`).'

/** Lines over sizes, one panel for each store and shape. */
function draw(at) {
  const panels = Object.keys(stores).flatMap((store) =>
    Object.keys(shapes).map((shape) => ({
      title: `${stores[store]}, ${shapes[shape]}`,
      unit: 'µs of CPU for one',
      lines: Object.entries(operations).map(([figure, name]) => ({
        name,
        points: sizes.map((size) => [size, at(shape, size, store)[figure]]),
      })),
    })),
  )
  const title = 'What one operation costs among a thousand to a million payments'
  writeFileSync(join(root, 'docs', picture), plot({ title, panels }))
}

const perSecond = (at) => ({
  caption: 'Payments created and confirmed per CPU second',
  head: ['among so many payments', ...sizes.map(whole)],
  rows: Object.keys(stores).flatMap((store) =>
    Object.keys(shapes).map((shape) => [
      `${stores[store]}, ${shapes[shape]}`,
      ...sizes.map((size) => whole(1e6 / at(shape, size, store).paid)),
    ]),
  ),
})

/** What grows with the books, for each payment or entry of them. */
function wholes(at) {
  const line = (label, store, shape, figure) => [
    `${label}: ${stores[store]}, ${shapes[shape]}`,
    ...sizes.map((size) => digits(at(shape, size, store)[figure])),
  ]
  const both = (label, store, figure) => Object.keys(shapes).map((shape) => line(label, store, shape, figure))
  return {
    caption: 'What grows with the books, for each payment of them (a dash: not measured, see above)',
    head: ['among so many payments', ...sizes.map(whole)],
    rows: [
      ...Object.keys(stores).flatMap((store) => both('bytes kept', store, 'bytes')),
      ...Object.keys(stores).flatMap((store) => both('snapshot, µs', store, 'snapshot')),
      ...Object.keys(stores).map((store) => line('verify, µs for each entry', store, 'one', 'verify')),
      line('the first listing of a form, once, µs', 'memory', 'one', 'indexing'),
      line('the first look at entries, once, µs', 'memory', 'one', 'hashing'),
    ],
  }
}

const peerTable = (found) => ({
  caption: `With the disk waited for: the same transfer between two accounts by a peer in plain SQL (\`account\`, \`transfer\`, two updates; no chain, no history of balances, nothing that stops a transfer from being made twice), on this PostgreSQL`,
  head: [
    '',
    ...connections.map((hands) => `per second, ${hands} connection${hands > 1 ? 's' : ''}`),
    'CPU µs for one, 1 connection',
  ],
  rows: Object.entries(found).map(([name, figures]) => [
    name,
    ...connections.map((hands) => whole(figures[`perSecond ${hands}`])),
    whole(figures['cpuUs 1']),
  ]),
})

const published = {
  caption:
    'What others publish, not measured here: other machines, other work. Quoted as they stand, read on 23 November 2026',
  head: ['', 'transfers per second', 'conditions', 'source'],
  rows: [
    [
      'pgledger',
      '10,636.8',
      'M3 MacBook Air, PostgreSQL 17 with its defaults, 50 accounts, 20 workers, 30 s; 1.9 ms for one, 743 bytes for each',
      '[README](https://github.com/pgr0ss/pgledger#performance), figures of 16 May 2025',
    ],
    ['pgledger', '7,558.9', 'the same with 10 accounts, which the workers wait for', 'the same'],
    [
      'TigerBeetle 0.16.59',
      '606,258',
      'its own benchmark on a Hetzner AX102; a request carries up to 8,190 transfers; the slowest batch took 75 ms',
      '[CHANGELOG](https://github.com/tigerbeetle/tigerbeetle/blob/main/CHANGELOG.md), [performance](https://docs.tigerbeetle.com/concepts/performance)',
    ],
    [
      'TigerBeetle',
      '1,000,000',
      'what it is designed to handle, by its documentation; no machine named',
      '[OLTP](https://docs.tigerbeetle.com/concepts/oltp)',
    ],
  ],
}
