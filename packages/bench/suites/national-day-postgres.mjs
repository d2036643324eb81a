import { loadavg } from 'node:os'
import { startPostgres } from '../../ledger/scripts/postgres.mjs'
import { childFigures } from '../measure.mjs'
import { atMost, whole } from '../report.mjs'
import { merchants, payments } from './national-day.mjs'

export const builds = ['ledger']
export const needsLinux = true
export const hasNoPeers = true
/** A tenth of the day takes hours. */
export const onlyWhenNamed = true
export const options = { part: { type: 'string', default: '0.0005' } }

export async function run({ part: text }) {
  const part = Number(text)
  if (!(part > 0 && part <= 1)) throw new Error(`--part must be more than 0 and at most 1, not ${text}.`)
  const postgres = await startPostgres()
  try {
    const counts = [payments, merchants].map((all) => Math.max(1, Math.round(all * part)))
    const found = await childFigures('national-day-postgres.mjs', [...counts, postgres.url], ['--expose-gc'])
    return report({ part, load: loadavg()[2], ...found })
  } finally {
    await postgres.end()
  }
}

const figure = (value) => Number(value.toPrecision(3)).toString()

const report = (found) => ({
  title: 'A national day on PostgreSQL',
  about: `The same day as above (its curve, merchants, outcomes, keys and refunds; ${found.part} of the payments and of the merchants) through the ledger's commands on PostgreSQL, one command after the other. Counted is the CPU of this process and of its one connection in the server, which does not wait for the disk. Other work ran on the machine too: the load was ${Math.round(found.load)}. Before the day, as many payments again were made in the three months before it, and these months were **closed** (decision 0099): their entries lie in a partition for each month, and each merchant's closing balances beside them. The day itself stays open. At the end all entries of each merchant, closed and open, are verified and held against the closing balances and the second bookkeeper. The whole tenth of the day takes hours on this machine: give it as \`--part 0.1\`.`,
  tables: [
    {
      head: ['', 'PostgreSQL'],
      rows: [
        ['payments', whole(found.payments)],
        ['merchants', whole(found.merchants)],
        ['entries, with those of the months before', whole(found.entries)],
        ['… closed, in partitions', `${whole(found.before.closedEntries)} in ${found.before.months}`],
        ['µs of CPU for closing an entry', figure(found.before.closeUs / found.before.closedEntries)],
        ['µs of CPU for a payment, both processes', figure(found.payUs / found.payments)],
        ['… of the first tenth, with which both get warm', figure(found.first)],
        ['… of the second tenth', figure(found.second)],
        ['… of the last tenth', figure(found.last)],
        ['µs of CPU for verifying an entry', figure(found.verifyUs / found.entries)],
      ],
    },
  ],
  goals: [
    atMost('A payment at the end of the day against one in its second tenth', found.last / found.second, 1.2, '×'),
    atMost('… against one in its first tenth', found.last / found.first, 1.2, '×'),
  ],
  figures: found,
})
