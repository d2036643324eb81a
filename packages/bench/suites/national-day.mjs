import { availableParallelism, loadavg } from 'node:os'
import { childFigures } from '../measure.mjs'
import { atMost, whole } from '../report.mjs'

/** What the day has. */
export const payments = 32_000_000
export const merchants = 100_000
const processes = 2
const ways = { ledger: "the ledger's commands", mock: 'requests of the mock server' }
const minuteUs = 6e7

export const builds = ['ledger', 'mock-server']
export const needsLinux = true
export const hasNoPeers = true
/** It uses both cores for half an hour, and several gigabytes of memory. */
export const onlyWhenNamed = true
export const options = { share: { type: 'string', default: '1' } }

export async function run({ share: text }) {
  const share = Number(text)
  if (!(share > 0 && share <= 1)) throw new Error(`--share must be more than 0 and at most 1, not ${text}.`)
  const found = {}
  for (const way of Object.keys(ways)) found[way] = { share, ...(await oneDay(way, share)) }
  return report(found)
}

/** Plays a share of the day: that share of the payments and of the merchants. */
async function oneDay(way, share) {
  const count = Math.round(payments * share)
  const among = Math.max(processes, Math.round(merchants * share))
  const flags = ['--expose-gc', '--max-semi-space-size=64', '--max-old-space-size=6000']
  const parts = await Promise.all(
    Array.from({ length: processes }, (_, at) =>
      childFigures('national-day.mjs', [way, count, among, at, processes], flags),
    ),
  )
  const sum = (figure) => parts.reduce((all, part) => all + part[figure], 0)
  const most = (figure) => Math.max(...parts.map((part) => part[figure]))
  const sums = ['payments', 'refunds', 'replays', 'merchants', 'entries', 'closings', 'closedEntries', 'closedRecords']
  return {
    ...Object.fromEntries([...sums, 'payUs', 'closeUs', 'verifyUs', 'gross', 'endMb'].map((name) => [name, sum(name)])),
    /** The load average of the last 15 minutes. It includes these processes. */
    load: loadavg()[2],
    peakMb: most('peakMb'),
    first: sum('first') / processes,
    last: sum('last') / processes,
  }
}

const minutesOf = (us) => us / minuteUs
const figure = (value) => Number(value.toPrecision(3)).toString()

function report(found) {
  const rows = (label, show) => [label, ...Object.keys(ways).map((way) => show(found[way]))]
  const verifying = ({ closeUs, verifyUs }) => closeUs + verifyUs
  const ofWhole = (us, { share }) => minutesOf(us) / share
  const { ledger, mock } = found
  const isWhole = ledger.share === 1
  const scaled = ({ share }) => (share === 1 ? '' : `, scaled from a share of ${share}`)
  return {
    title: 'A national day',
    about: about(found),
    tables: [
      {
        head: ['', ...Object.values(ways)],
        rows: [
          rows('share of the day that was run', ({ share }) => String(share)),
          rows('load of the machine during the run', ({ load }) => String(Math.round(load))),
          rows('payments', (each) => whole(each.payments)),
          rows('merchants', (each) => whole(each.merchants)),
          rows('refunds, asked for and paid', (each) => whole(each.refunds)),
          rows('requests sent again with their Idempotency-Key, which created nothing', (each) => whole(each.replays)),
          rows('entries', (each) => whole(each.entries)),
          rows('CPU minutes for the payments', (each) => figure(minutesOf(each.payUs))),
          rows('µs of CPU for a payment', (each) => figure(each.payUs / each.payments)),
          rows('… in the first tenth, while the process warms up', (each) => figure(each.first)),
          rows('… in the last tenth', (each) => figure(each.last)),
          rows('CPU minutes for verifying', (each) => figure(minutesOf(verifying(each)))),
          rows('µs of CPU for verifying an entry', (each) => figure(verifying(each) / each.entries)),
          rows('entries and records that were closed', (each) => whole(each.closedEntries + each.closedRecords)),
          rows("closings of a merchant's books", (each) => whole(each.closings)),
          rows('most resident memory of the larger process, MB', (each) => whole(each.peakMb)),
          rows('bytes on the heap at the end for each payment of the day', (each) =>
            figure((each.endMb * 2 ** 20) / each.payments),
          ),
        ],
      },
    ],
    goals: [
      atMost(`CPU for the day's payments, commands${scaled(ledger)}`, ofWhole(ledger.payUs, ledger), 25, 'min'),
      atMost(`CPU for the day's payments, requests${scaled(mock)}`, ofWhole(mock.payUs, mock), 25, 'min'),
      atMost(`CPU for verifying, commands${scaled(ledger)}`, ofWhole(verifying(ledger), ledger), 10, 'min'),
      atMost(
        'A payment at the end of the day compared with one at its beginning, commands',
        ledger.last / ledger.first,
        1.2,
        '×',
      ),
      atMost(`Resident memory of a process${isWhole ? '' : ', for this share'}`, ledger.peakMb / 1024, 4, 'GB'),
    ],
    figures: found,
  }
}

const about = ({ ledger, mock }) =>
  `The Bank of Ghana counted 982 million mobile money transactions in December 2025, the highest count of any month until then: 31.7 million a day ([as the Daily Graphic reports its Summary of Economic and Financial Data](https://graphiconline.com/business/business-news/mobile-money-transactions-reach-ghc518b-in-2025.html)). Its count includes transfers, cash in and cash out; here each one is a payment to one of ${whole(merchants)} merchants.

The day runs in two ways, each in ${processes} processes. The ledger's commands ran ${shareOf(ledger.share)}; a payment is two commits. Requests that the mock server answers in process ran ${shareOf(mock.share)}. ${loadOf(ledger)} Times are CPU time of both processes together.

${whatIsChosen}

${whatIsKept}`

const shareOf = (share) => (share === 1 ? 'the whole day' : `${share} of its payments and merchants`)

const loadOf = ({ load }) =>
  `Other work ran on the machine too: the load was ${Math.round(load)} on ${availableParallelism()} cores, so each µs of CPU did less. Without \`--share\` the suite runs the whole day.`

const whatIsChosen =
  'We chose the shape of the day. The shares of the merchants follow the law of Zipf: the second merchant has half the payments of the first, the third a third, and so on. An hour at night has a tenth of the payments of an hour in the evening, or fewer. Of 1,000 payments, 920 are paid, 55 are declined and 25 expire; 5 of those paid are confirmed twice. Of 1,000 that are paid, 4 are refunded. Of 1,000 requests, 10 have an Idempotency-Key, and one of these 10 is sent twice.'

const whatIsKept =
  'Memory holds the balances, the payments and refunds that are open or younger than half an hour, the answers under an Idempotency-Key (kept for 24 hours, so for the whole day), and for each merchant the point where the open books begin. Every ten minutes of the day, the books of each merchant with at least 16 new payments are **closed**. Closing checks the older entries as `verify` does, folds them into a closing balance with the hash of the last one, and removes them together with the records that are over (decision 0096). This benchmark writes none of them to a file. Closing counts as verifying. At the end, `verify` checks every merchant. A second bookkeeper, which counts in plain numbers, checks what each account must hold and how many entries there must be.'
