// Plays one process's part of a national day through one door, and prints the figures as JSON.
// Arguments: ledger or mock; the number of payments; the number of merchants; which part; of how many parts.
import * as crypto from 'node:crypto'
import { importBuilt } from '../peers.mjs'
import { ledgerDoor, mockDoor } from './national-day/doors.mjs'
import { playDay, startMs } from './national-day/play.mjs'

const [way, payments, merchants, at, of] = process.argv.slice(2)
const ledger = await importBuilt('ledger', 'index.js')
const sha256 = crypto.hash
  ? (text) => crypto.hash('sha256', text)
  : (text) => crypto.createHash('sha256').update(text).digest('hex')
const store = ledger.createMemoryStore({ sha256 })
const door =
  way === 'ledger'
    ? ledgerDoor({ ledger, store })
    : mockDoor({ service: await importBuilt('mock-server', 'service.js'), store, startMs })

const cpuUs = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
const mb = (bytes) => bytes / 2 ** 20
// Once an hour: to ask for it takes half a millisecond, which counts in a small share of the day.
const onMinute = (minute, { figures }) => {
  if (minute % 60 !== 59) return
  const { rss, heapUsed } = process.memoryUsage()
  console.error(
    `${minute + 1} min: ${figures.payments} payments, ${(cpuUs() / 6e7).toFixed(2)} CPU min, ${mb(heapUsed).toFixed(0)} MB of ${mb(rss).toFixed(0)}`,
  )
}
const part = { at: Number(at), of: Number(of) }
const figures = await playDay({
  ledger,
  store,
  door,
  merchants: Number(merchants),
  payments: Number(payments),
  part,
  cpuUs,
  onMinute,
})
globalThis.gc?.()
const peakMb = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ ...figures, peakMb, endMb: mb(process.memoryUsage().heapUsed), cpuUs: cpuUs() }))
