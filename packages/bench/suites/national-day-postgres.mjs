import { loadavg } from 'node:os'
import { startPostgres } from '../../ledger/scripts/postgres.mjs'
import { meetingPlace } from '../children/national-day/meet.mjs'
import { childFigures } from '../measure.mjs'
import { importBuilt } from '../peers.mjs'
import { atMost, whole } from '../report.mjs'
import { merchants, payments } from './national-day.mjs'

const processes = 2

export const builds = ['ledger']
export const needsLinux = true
export const hasNoPeers = true
/** A tenth of the day takes about an hour. */
export const onlyWhenNamed = true
export const options = {
  part: { type: 'string', default: '0.0005' },
  before: { type: 'string', default: '1' },
}

/**
 * @param settings - `part`, of the day's payments and merchants; and `before`, how many payments were made before the day
 *   for each payment of the day.
 */
export async function run({ part: partText, before: beforeText }) {
  const part = Number(partText)
  if (!(part > 0 && part <= 1)) throw new Error(`--part must be more than 0 and at most 1, not ${partText}.`)
  const share = Number(beforeText)
  if (!(share > 0 && share <= 10)) throw new Error(`--before must be more than 0 and at most 10, not ${beforeText}.`)
  const postgres = await startPostgres()
  try {
    const count = Math.round(payments * part)
    const among = Math.max(processes, Math.round(merchants * part))
    await prepare(postgres.url)
    const parts = await Promise.all(
      Array.from({ length: processes }, (_, at) =>
        childFigures(
          'national-day-postgres.mjs',
          [count, Math.round(count * share), among, postgres.url, at, processes],
          ['--expose-gc'],
        ),
      ),
    )
    return report({ part, load: loadavg()[2], ...joined(parts) })
  } finally {
    await postgres.end()
  }
}

/** Makes the tables once, before the processes come. */
async function prepare(url) {
  const { openSqlStore, openPostgres } = await importBuilt('ledger', 'sql.js')
  const database = await openSqlStore(await openPostgres({ url, connections: 1 }))
  await database.driver.query(meetingPlace, [])
  await database.close()
}

/** The figures of all processes together. A payment's cost is the mean of theirs. */
function joined(parts) {
  const sum = (read) => parts.reduce((all, part) => all + read(part), 0)
  const summed = (names, read) => Object.fromEntries(names.map((name) => [name, sum((part) => read(part)[name])]))
  const mean = (name) => sum((part) => part[name]) / parts.length
  return {
    ...summed(['payments', 'refunds', 'replays', 'merchants', 'entries', 'payUs', 'verifyUs'], (part) => part),
    ...Object.fromEntries(['first', 'second', 'last'].map((name) => [name, mean(name)])),
    before: summed(['payments', 'closedEntries', 'closeUs', 'months'], (part) => part.before),
  }
}

const figure = (value) => Number(value.toPrecision(3)).toString()

const report = (found) => ({
  title: 'A national day on PostgreSQL',
  about: `The same day as above (its curve, merchants, outcomes, keys and refunds; ${found.part} of the payments and of the merchants) through the ledger's commands on PostgreSQL, in ${processes} processes, each with its own merchants and one connection, one command after the other. Counted is the CPU of these processes and of their connections in the server, which does not wait for the disk. The load of the machine was ${Math.round(found.load)}. Before the day, ${whole(found.before.payments)} payments were made in the three months before it, and these months were **closed** (decision 0099): their entries lie in a partition for each month, and each merchant's closing balances beside them. The day itself stays open. At the end all entries of each merchant, closed and open, are verified and held against the closing balances and the second bookkeeper. A tenth of the day takes about an hour: \`--part 0.1 --before 0.1\`.`,
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
