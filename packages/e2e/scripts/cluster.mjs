// Tests a PostgreSQL of three nodes under Patroni, with two sandboxes and eight paying clients, against the failures of
// a cluster. After each round, everything that was acknowledged must exist once, according to the clients' own records.
//
//   npm run cluster -- [--rounds N] [--act NAME]… [--from N] [--record FILE]   the rounds; each act in turn
//   npm run cluster -- --control asynchronous|etcd3                           a cluster that must lose something
//
// It makes its own networks in namespaces, so it runs as root on Linux, with Debian 12's packages (it lists them).
// Nothing of it is reachable from outside, and all of it ends with it.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { acts, safeActs } from './cluster/acts.mjs'
import { startBuyers, timesAway } from './cluster/buyers.mjs'
import { checkBooks } from './cluster/check.mjs'
import { startDatabase, whole } from './cluster/database.mjs'
import { createMachine, until, wait, whatIsMissing } from './cluster/machine.mjs'
import { isReady, startServers } from './cluster/servers.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    from: { type: 'string', default: '0' },
    act: { type: 'string', multiple: true },
    record: { type: 'string' },
    control: { type: 'string' },
  },
})
/** How often a control is played until it loses something: the fault is a race between two threads of Patroni. */
const mostTries = 6
/** What must go wrong, by the cluster's settings and the failure. */
const controls = {
  asynchronous: { settings: { isSynchronous: false }, act: 'end of the machine, standbys late' },
  etcd3: { settings: { api: 'etcd3' }, act: 'SIGSTOP of the machine for 45 s' },
}
const control = values.control === undefined ? undefined : controls[values.control]
const wrongAct = values.act?.find((name) => !(name in acts))
const missing = whatIsMissing()

/** Prints in one line what prevents the test, and ends. */
function fail(line) {
  console.error(`cluster: ${line}`)
  process.exit(2)
}
if (values.control !== undefined && !control) fail(`--control is ${Object.keys(controls).join(' or ')}.`)
if (wrongAct !== undefined) fail(`there is no act "${wrongAct}". There are: ${Object.keys(acts).join('; ')}.`)
if (missing) fail(missing)

if (process.env.CEDI_CLUSTER_FOLDER) await trial(process.env.CEDI_CLUSTER_FOLDER)
else {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-cluster-'))
  // Separate networks, mounts and processes: when this process ends, so do they.
  const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--']
  // The first process of a namespace must reap orphans; a shell does, and Node does not.
  const first = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath]
  const child = spawn('unshare', [...apart, ...first, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, CEDI_CLUSTER_FOLDER: folder },
  })
  process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
  if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true })
  else console.log(`What the programs said is in ${join(folder, 'logs')}.`)
}

async function trial(folder) {
  const machine = createMachine(folder)
  const cluster = await startDatabase(machine, control?.settings)
  const servers = await startServers(machine, cluster)
  console.log(`The cluster stands. Logs: ${machine.logs}`)
  const rounds = []
  const names = control ? Array.from({ length: mostTries }, () => control.act) : namesOfRounds()
  for (const [at, name] of names.entries()) {
    const round = `r${Number(values.from) + at + 1}-${Date.now() % 1e6}`
    rounds.push(await playRound(round, name, { machine, cluster, servers }))
    if (values.record) record(values.record, rounds.at(-1))
    if (control && hasLost(rounds.at(-1))) break
  }
  const isWell = control ? hasLost(rounds.at(-1)) : rounds.every(isGood)
  console.log(isWell ? 'All is well.' : 'FAILED.')
  // Everything else goes with this process.
  process.exit(isWell ? 0 : 1)
}

function namesOfRounds() {
  const turn = values.act ?? safeActs
  return Array.from({ length: Number(values.rounds) }, (_, at) => turn[(Number(values.from) + at) % turn.length])
}

/** One failure under load, and what the clients' records say about it. */
async function playRound(round, name, trial) {
  const { cluster, servers } = trial
  await whole(cluster)
  for (const server of servers) await isReady(server)
  const load = startBuyers(round, servers)
  await until('the first payments', () => load.buyers.every(({ told }) => told.length > 3))
  await wait(2_000)
  const fromMs = Date.now()
  await acts[name](trial)
  // Recovery happens by itself: only the act undoes anything.
  await whole(cluster, 180_000)
  for (const server of servers) await isReady(server)
  await wait(3_000)
  const toMs = Date.now()
  await load.stop()
  const books = await checkBooks(load.buyers, servers[0])
  const seen = { name, ...timesAway(load.buyers, fromMs, toMs, servers), ...books, books: load.buyers.length }
  tell(seen)
  return seen
}

function tell({ name, awayMs, byServerMs, longestWaitMs, acknowledged, lost, doubled, untold, wrong, ...rest }) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
  const proof = `verify ${rest.verified} of ${rest.books}, with checkpoints ${rest.provedByCheckpoint} of ${rest.books}`
  console.log(
    `${name}: away ${seconds(awayMs)} (${byServerMs.map(seconds).join(', ')}; a client ${seconds(longestWaitMs)}), acknowledged ${acknowledged}, lost ${lost}, doubled ${doubled}, untold ${untold}, wrong ${wrong.length}; ${proof}`,
  )
  for (const text of new Set(wrong)) console.log(`  ${text}`)
}

function isGood({ lost, doubled, untold, wrong, verified, provedByCheckpoint, books }) {
  return lost + doubled + untold + wrong.length === 0 && verified === books && provedByCheckpoint === books
}

/** A control works when the clients miss something, the chain reports nothing, and the checkpoints report it. */
function hasLost({ lost, verified, provedByCheckpoint, books }) {
  return lost > 0 && verified === books && provedByCheckpoint < books
}

/** Adds to what was recorded before. */
function record(file, round) {
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const kind = values.control ?? 'safe'
  writeFileSync(file, JSON.stringify([...before, { on: new Date().toISOString(), kind, ...round }], null, 2))
}
