import { startPostgres } from '../../ledger/scripts/postgres.mjs'
import { childFigures, freePort, startServer } from '../measure.mjs'
import { builtFile } from '../peers.mjs'
import { atMost, whole } from '../report.mjs'

const minutes = Number(process.env.CEDI_SOAK_MINUTES ?? 10)
const hands = 64

export const builds = ['ledger', 'mock-server', 'sandbox']
export const needsLinux = true
/** Ten minutes of a whole machine, so not together with the others. */
export const onlyWhenNamed = true

export async function run() {
  const postgres = await startPostgres({ isDurable: true })
  try {
    process.env.CEDI_SECRET ??= 'this server lives for a measurement only'
    const base = `http://127.0.0.1:${await freePort()}`
    const port = new URL(base).port
    const command = [builtFile('sandbox', 'cli.js'), '--port', port, '--json', '--database-url', postgres.url]
    const server = await startServer(command, { url: `${base}/readyz`, headers: {} })
    try {
      const seen = await childFigures('soak.mjs', [base, server.pid, hands, minutes * 60])
      const broken = await brokenBooks(base)
      return report(seen, broken)
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.end()
  }
}

/** How many merchants' books are wrong at the end. */
async function brokenBooks(base) {
  let broken = 0
  for (let number = 0; number < 50; number++) {
    const response = await fetch(`${base}/__mock/ledger/verify?merchant=test-soak${number}`)
    if (!(await response.json()).data?.ok) broken++
  }
  return broken
}

function report({ statuses, samples, perSecond, p50, p99 }, broken) {
  const mean = (some) => some.reduce((sum, { mb }) => sum + mb, 0) / some.length
  const third = Math.max(1, Math.floor(samples.length / 3))
  // Without the first third: a starting process takes the memory that it needs.
  const [middle, last] = [mean(samples.slice(third, 2 * third)), mean(samples.slice(-third))]
  const others = Object.entries(statuses).filter(([status]) => !/^(?:2..|429|503)$/.test(status))
  return {
    title: 'A long day',
    about: `One \`cedi-mock\` on a PostgreSQL that waits for the disk, ${hands} callers without a pause for ${minutes} minutes, fifty merchants: each makes a card payment, reads it three times, and reads the orders and the balance. The load, the server and the database share the machine.`,
    tables: [
      {
        head: ['', ''],
        rows: [
          ['requests answered per second of wall time', whole(perSecond)],
          ['half of them within', `${p50.toFixed(0)} ms`],
          ['99 of 100 within', `${p99.toFixed(0)} ms`],
          ...Object.entries(statuses).map(([status, count]) => [`answered with ${status}`, whole(count)]),
          ['memory of the server in the middle third', `${whole(middle)} MB`],
          ['memory of the server in the last third', `${whole(last)} MB`],
        ],
      },
    ],
    goals: [
      atMost('Memory of the last third against the middle one', last / middle, 1.1, '×'),
      atMost('Answers but 2xx, 429 and 503', others.length, 0, ''),
      atMost('Books that do not hold at the end', broken, 0, ''),
    ],
    figures: { samples: { mb: samples.map(({ mb }) => mb), answered: samples.map(({ answered }) => answered) } },
  }
}
