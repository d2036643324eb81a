import { startPostgres } from '../../sandbox/scripts/postgres.mjs'
import { computeMedians, measureRounds, runChild } from '../measure.mjs'
import { formatInteger } from '../report.mjs'

const rounds = 2
const subjects = {
  'ledger of the sandbox: one statement, constraints, hash chain': 'ledger',
  'plain tables, five round trips': 'plain-trips',
  'plain tables, one statement': 'plain-statement',
}
const connections = [1, 8]

export const builds = ['mock-server', 'sandbox']
export const needsLinux = true

export async function run() {
  const settings = ['shared_buffers=1GB', 'max_wal_size=8GB', 'autovacuum=off']
  const postgres = await startPostgres({ isDurable: true, settings })
  try {
    return report(await measureRounds(Object.keys(subjects), rounds, (name) => measure(subjects[name], postgres.url)))
  } finally {
    await postgres.end()
  }
}

async function measure(subject, url) {
  const figures = {}
  for (const count of connections)
    for (const [figure, value] of Object.entries(await runChild('transfers.mjs', [subject, count, url])))
      figures[`${figure} ${count}`] = value
  return figures
}

function report(figures) {
  return {
    title: 'Transfers in PostgreSQL',
    about:
      'The same transfer between two accounts in the ledger of `@cedi/sandbox` and in hand-written SQL (tables `account` and `transfer`, two updates), on one PostgreSQL that waits for the disk. The hand-written tables have no hash chain, no history of balances and no protection against making a transfer twice.',
    tables: [
      {
        head: ['', 'per s (wall), 1 connection', 'per s (wall), 8 connections', 'CPU µs per transfer, 1 connection'],
        rows: Object.entries(computeMedians(figures)).map(([name, result]) => [
          name,
          ...connections.map((count) => formatInteger(result[`perSecond ${count}`])),
          formatInteger(result['cpuUs 1']),
        ]),
      },
      {
        caption: 'Published by others, on other machines and with other work',
        head: ['', 'transfers per s', 'conditions', 'source'],
        rows: [
          [
            'pgledger',
            '10,637',
            'M3 MacBook Air, PostgreSQL 17, 50 accounts, 20 workers',
            '[README](https://github.com/pgr0ss/pgledger#performance), 16 May 2025',
          ],
          [
            'TigerBeetle 0.16.59',
            '606,258',
            'Hetzner AX102, up to 8,190 transfers per request',
            '[changelog](https://github.com/tigerbeetle/tigerbeetle/blob/main/CHANGELOG.md)',
          ],
        ],
      },
    ],
    figures,
  }
}
