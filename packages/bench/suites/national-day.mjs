import { availableParallelism, loadavg } from 'node:os'
import { childFigures } from '../measure.mjs'
import { atMost, whole } from '../report.mjs'

const payments = 32_000_000
const merchants = 100_000
const processes = 2
const ways = { ledger: "the ledger's commands", mock: 'requests of the mock server' }
const minuteUs = 6e7

export const builds = ['ledger', 'mock-server']
export const needsLinux = true
export const hasNoPeers = true
/** Half an hour of both cores, and some gigabytes. */
export const onlyWhenNamed = true
export const options = { share: { type: 'string', default: '1' } }

export async function run({ share: text }) {
  const share = Number(text)
  if (!(share > 0 && share <= 1)) throw new Error(`--share is more than 0 and at most 1, and not ${text}.`)
  const found = {}
  // A request costs five times what the commands cost that it is made of: of those, a tenth of as many are sent.
  for (const [way, part] of [
    ['ledger', share],
    ['mock', share / 10],
  ])
    found[way] = { share: part, ...(await oneDay(way, part)) }
  return report(found)
}

/** A day of so much of the payments, and of as many merchants as they would have at the least. */
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
    /** How many wanted a core in the last quarter of an hour, these two among them. */
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
  const scaled = ({ share }) => (share === 1 ? '' : `, by a share of ${share}`)
  return {
    title: 'A national day',
    about: about(found),
    tables: [
      {
        head: ['', ...Object.values(ways)],
        rows: [
          rows('share of the day that was run', ({ share }) => String(share)),
          rows('load of the machine meanwhile', ({ load }) => String(Math.round(load))),
          rows('payments', (each) => whole(each.payments)),
          rows('merchants', (each) => whole(each.merchants)),
          rows('refunds, asked for and paid', (each) => whole(each.refunds)),
          rows('requests with an Idempotency-Key that came again, and made nothing', (each) => whole(each.replays)),
          rows('entries', (each) => whole(each.entries)),
          rows('CPU minutes for the payments', (each) => figure(minutesOf(each.payUs))),
          rows('µs of CPU for a payment', (each) => figure(each.payUs / each.payments)),
          rows('… of the first tenth, with which the process gets warm', (each) => figure(each.first)),
          rows('… of the last tenth', (each) => figure(each.last)),
          rows('CPU minutes for verifying', (each) => figure(minutesOf(verifying(each)))),
          rows('µs of CPU for verifying an entry', (each) => figure(verifying(each) / each.entries)),
          rows('entries and records that were closed', (each) => whole(each.closedEntries + each.closedRecords)),
          rows('times that books were closed', (each) => whole(each.closings)),
          rows('resident memory of the larger process at most, MB', (each) => whole(each.peakMb)),
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
        'A payment at the end of the day against one at its beginning, commands',
        ledger.last / ledger.first,
        1.2,
        '×',
      ),
      atMost(`Resident memory of a process${isWhole ? '' : ', of this share'}`, ledger.peakMb / 1024, 4, 'GB'),
    ],
    figures: found,
  }
}

const about = ({ ledger, mock }) =>
  `The Bank of Ghana counted 982 million mobile money transactions in December 2025, the most of any month until then: 31.7 million a day ([as the Daily Graphic reports its Summary of Economic and Financial Data](https://graphiconline.com/business/business-news/mobile-money-transactions-reach-ghc518b-in-2025.html)). It counts transfers, cash in and cash out too; here all of them are payments to ${whole(merchants)} merchants. Through the ledger's commands, in ${processes} processes, goes ${shareOf(ledger.share)}: a payment is two commits. Through requests of the mock server, handled in process, goes ${shareOf(mock.share)}. ${loadOf(ledger)} ${whatIsChosen} ${whatIsKept}`

const shareOf = (share) => (share === 1 ? 'the whole day' : `a share of ${share} (of payments and of merchants)`)

const loadOf = ({ load }) =>
  `The machine was not alone with it: on ${availableParallelism()} cores the load was ${Math.round(load)}, which makes each µs of CPU do less. Without \`--share\` the suite runs the whole day.`

const whatIsChosen =
  'Chosen by us: merchants have shares as Zipf says (the second half of the first, and so on); an hour at night has a tenth of one in the evening; of a hundred payments some 92 are paid (half a one of them confirmed twice), 5 are declined and 3 expire; of a thousand that are paid, four are asked back and refunded; of a hundred, one has an Idempotency-Key, and one of ten of those is sent twice.'

const whatIsKept =
  'Kept in memory are balances, payments and refunds that are open or younger than half an hour, answers under an Idempotency-Key (for 24 hours, so all of the day), and of each merchant where the books begin. Every ten minutes of the day the books of merchants with sixteen new payments are **closed**: the older entries are walked as `verify` does, law by law, folded into a closing balance with their last hash, and let go of, together with the records that are over (decision 0096). Nothing of them is written to a file here. That walk counts as verifying, and so does the end: `verify` of every merchant, and a second bookkeeper who counted in plain numbers what each account has to hold and how many entries there have to be. Times are CPU of both processes together.'
