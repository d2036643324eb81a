import { checkAddress, PlaceError, told } from './open.js'

/** Which books are closed, and until when. */
interface Closed {
  readonly databaseUrl: string | undefined
  /** The first day of a month: what is from before it is closed. */
  readonly before: string | undefined
  /** Takes a line for each merchant. */
  readonly tell: (line: string) => void
}

/** One month of a busy merchant is moved in parts; looking for the merchants of a large database takes longer. */
const longestMs = 600_000

const usual = 'the first day of a month, such as 2026-10-01'

function momentOf(before: string | undefined): number {
  if (before === undefined) throw new PlaceError(`close needs to know until when. Give --before with ${usual}.`)
  const [, year, month] = /^(\d{4})-(\d{2})(?:-01)?$/.exec(before) ?? []
  const moment = Date.parse(`${year}-${month}-01T00:00:00Z`)
  if (Number.isNaN(moment) || moment < 0) throw new PlaceError(`--before must be ${usual}, not "${before}".`)
  return moment
}

/**
 * Closes the months before a day in a database: their entries move into partitions, and each merchant's balances are kept.
 * Servers may run meanwhile. It may be stopped at any time; run again, it goes on.
 *
 * @returns What was done, in a line, and whether the books of every merchant could be closed.
 * @throws PlaceError with the line to show.
 * @decision 0099
 */
export async function closePlace({ databaseUrl, before, tell }: Closed): Promise<{ text: string; isWhole: boolean }> {
  const beforeMs = momentOf(before)
  if (databaseUrl === undefined)
    throw new PlaceError('close needs a database. Give --database-url, or set CEDI_DATABASE_URL.')
  checkAddress(databaseUrl)
  const { openPostgres, openSqlStore } = await import('@cedi/ledger/sql')
  const store = await told(async () =>
    openSqlStore(await openPostgres({ url: databaseUrl, connections: 2, timeoutMs: longestMs })),
  )
  const done = { merchants: 0, entries: 0, faulty: 0 }
  try {
    await told(async () => {
      for await (const each of store.closeBooks(beforeMs)) {
        const { merchant } = each
        if (each.ok) {
          const { sequence, atMs } = each.closing
          const month = new Date(atMs ?? 0).toISOString().slice(0, 7)
          tell(
            `${merchant}: ${each.entries} entries closed; the books are closed up to entry ${sequence}, of ${month}.\n`,
          )
          done.merchants++
          done.entries += each.entries
        } else {
          const where = each.sequence === null ? '' : ` at entry ${each.sequence}`
          tell(
            `${merchant}: not closed. The law "${each.law}" does not hold${where}: expected ${each.expected}, found ${each.found}.\n`,
          )
          done.faulty++
        }
      }
    })
  } finally {
    await store.close()
  }
  const { merchants, entries, faulty } = done
  const text = `${entries} entries of ${merchants} merchants were closed.${faulty > 0 ? ` The books of ${faulty} are faulty.` : ''}\n`
  return { text, isWhole: faulty === 0 }
}
