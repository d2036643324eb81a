import { startPostgres } from '../../ledger/scripts/postgres.mjs'
import { childFigures, inRounds, medians } from '../measure.mjs'
import { atLeast, ratio, whole } from '../report.mjs'

const rounds = 3
const subjects = {
  memory: ['memory', 1],
  'PGlite in a folder': ['pglite', 8],
  'PostgreSQL, 1 connection': ['postgres', 1],
  'PostgreSQL, 8 connections': ['postgres', 8],
  'PostgreSQL, 32 connections': ['postgres', 32],
}

export const builds = ['ledger']

export async function run() {
  // It waits for the disk at every commit, as in production.
  const postgres = await startPostgres({ isDurable: true })
  try {
    const figures = await inRounds(Object.keys(subjects), rounds, (name) =>
      childFigures('stores.mjs', [...subjects[name], postgres.url]),
    )
    return report(figures)
  } finally {
    await postgres.end()
  }
}

function report(figures) {
  const found = medians(figures)
  const databases = Object.keys(subjects).filter((name) => name.startsWith('PostgreSQL'))
  const eight = found['PostgreSQL, 8 connections']
  return {
    title: 'Stores',
    about: `Commits per second of elapsed time in the stores of \`@cedi/ledger\`, with the load and the database on the same machine; medians of ${rounds} processes. PostgreSQL waits for the disk with each commit. A payment is one row; an entry moves money between two accounts, checks the guards and joins the chain. There are sixty-four merchants, except in the column with one: a merchant's entries are written one after the other.`,
    tables: [
      {
        head: ['per second', 'rows read', 'payments created', 'entries of 64 merchants', 'entries of one merchant'],
        rows: Object.entries(found).map(([name, { reads, payments, entriesOfMany, entriesOfOne }]) => [
          name,
          ...[reads, payments, entriesOfMany, entriesOfOne].map(whole),
        ]),
      },
      {
        caption: 'One statement for a commit, against the same locks and rows in seven round trips',
        head: ['entries of 64 merchants per second', 'one statement', 'seven round trips', 'one against seven'],
        rows: databases.map((name) => {
          const { entriesOfMany, roundTrips } = found[name]
          return [name, whole(entriesOfMany), whole(roundTrips), ratio(entriesOfMany, roundTrips)]
        }),
      },
    ],
    goals: [
      atLeast('One statement against round trips, 8 connections', eight.entriesOfMany / eight.roundTrips, 2, '×'),
      atLeast('Entries of one merchant, 8 connections', eight.entriesOfOne, 500, 'per s'),
    ],
    figures,
  }
}
