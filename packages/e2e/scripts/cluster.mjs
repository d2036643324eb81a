// Injects failures into a PostgreSQL cluster of three nodes under Patroni, with two sandboxes and eight clients. After
// each round, every payment that a client recorded as acknowledged must exist exactly once.
//
//   npm run cluster -- [--rounds N] [--failure NAME]… [--from N] [--record FILE]   rounds with one failure each
//   npm run cluster -- --control asynchronous|etcd3                               a cluster that must lose payments
//
// It creates network namespaces, so it runs as root on Linux, with packages of Debian 12 (it lists missing ones). All
// networks and processes end with this process.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureUnavailability, startClients } from './cluster/clients.mjs'
import { startDatabase, waitForHealthyCluster } from './cluster/database.mjs'
import { failures, survivableFailures } from './cluster/failures.mjs'
import { checkLedgers } from './cluster/ledger-check.mjs'
import { createMachine, findMissingPackages, sleep, waitUntil } from './cluster/machine.mjs'
import { startServers, waitForServer } from './cluster/servers.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    from: { type: 'string', default: '0' },
    failure: { type: 'string', multiple: true },
    record: { type: 'string' },
    control: { type: 'string' },
  },
})
/** Maximum rounds of a control. Its data loss is a race between two threads of Patroni. */
const maxControlRounds = 6
/** Settings and failures that must lose payments. */
const controls = {
  asynchronous: { settings: { isSynchronous: false }, failure: 'end of the machine, standbys late' },
  etcd3: { settings: { api: 'etcd3' }, failure: 'SIGSTOP of the machine for 45 s' },
}
const control = values.control === undefined ? undefined : controls[values.control]
const unknownFailure = values.failure?.find((name) => !(name in failures))
const missingPackages = findMissingPackages()

/** Prints an error and exits. */
function fail(line) {
  console.error(`cluster: ${line}`)
  process.exit(2)
}
if (values.control !== undefined && !control)
  fail(`unknown --control "${values.control}". Use ${Object.keys(controls).join(' or ')}.`)
if (unknownFailure !== undefined)
  fail(`unknown --failure "${unknownFailure}". Use one of: ${Object.keys(failures).join('; ')}.`)
if (missingPackages) fail(missingPackages)

if (process.env.CEDI_CLUSTER_FOLDER) await runRounds(process.env.CEDI_CLUSTER_FOLDER)
else {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-cluster-'))
  // Separate namespaces for networks, mounts and processes, which end with this process.
  const namespaceFlags = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--']
  // The init process of a namespace must reap orphans: a shell does, Node does not.
  const initCommand = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath]
  const child = spawn('unshare', [...namespaceFlags, ...initCommand, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, CEDI_CLUSTER_FOLDER: folder },
  })
  process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
  if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true })
  else console.log(`Logs: ${join(folder, 'logs')}`)
}

async function runRounds(folder) {
  const machine = createMachine(folder)
  const cluster = await startDatabase(machine, control?.settings)
  const servers = await startServers(machine, cluster)
  console.log(`The cluster is ready. Logs: ${machine.logs}`)
  const rounds = []
  const names = control ? Array.from({ length: maxControlRounds }, () => control.failure) : listRounds()
  for (const [at, name] of names.entries()) {
    const id = `r${Number(values.from) + at + 1}-${Date.now() % 1e6}`
    rounds.push(await runRound(id, name, { machine, cluster, servers }))
    if (values.record) record(values.record, rounds.at(-1))
    if (control && losesPayments(rounds.at(-1))) break
  }
  const hasPassed = control ? losesPayments(rounds.at(-1)) : rounds.every(losesNothing)
  console.log(hasPassed ? 'Passed.' : 'FAILED.')
  // Ends the child processes too.
  process.exit(hasPassed ? 0 : 1)
}

function listRounds() {
  const failureNames = values.failure ?? survivableFailures
  return Array.from(
    { length: Number(values.rounds) },
    (_, index) => failureNames[(Number(values.from) + index) % failureNames.length],
  )
}

/** Injects one failure under load and compares the ledgers with the clients' records. */
async function runRound(id, name, context) {
  const { cluster, servers } = context
  await waitForHealthyCluster(cluster)
  for (const server of servers) await waitForServer(server)
  const load = startClients(id, servers)
  await waitUntil('the first payments', () => load.clients.every(({ acknowledged }) => acknowledged.length > 3))
  await sleep(2_000)
  const fromMs = Date.now()
  await failures[name](context)
  // The cluster recovers without intervention, except for repairs by the failure function.
  await waitForHealthyCluster(cluster, 180_000)
  for (const server of servers) await waitForServer(server)
  await sleep(3_000)
  const toMs = Date.now()
  await load.stop()
  const ledgers = await checkLedgers(load.clients, servers[0])
  const round = {
    name,
    ...measureUnavailability(load.clients, fromMs, toMs, servers),
    ...ledgers,
    ledgers: load.clients.length,
  }
  printRound(round)
  return round
}

function printRound({
  name,
  unavailableMs,
  byServerMs,
  longestWaitMs,
  acknowledged,
  lost,
  doubled,
  unreported,
  unexpectedErrors,
  ...rest
}) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
  const proof = `verify ${rest.verified} of ${rest.ledgers}, with checkpoints ${rest.verifiedWithCheckpoints} of ${rest.ledgers}`
  console.log(
    `${name}: unavailable ${seconds(unavailableMs)} (${byServerMs.map(seconds).join(', ')}; a client ${seconds(longestWaitMs)}), acknowledged ${acknowledged}, lost ${lost}, doubled ${doubled}, unreported ${unreported}, unexpected errors ${unexpectedErrors.length}; ${proof}`,
  )
  for (const text of new Set(unexpectedErrors)) console.log(`  ${text}`)
}

function losesNothing({ lost, doubled, unreported, unexpectedErrors, verified, verifiedWithCheckpoints, ledgers }) {
  return (
    lost + doubled + unreported + unexpectedErrors.length === 0 &&
    verified === ledgers &&
    verifiedWithCheckpoints === ledgers
  )
}

/** Whether payments are lost, the hash chain does not detect it, and the checkpoints detect it. */
function losesPayments({ lost, verified, verifiedWithCheckpoints, ledgers }) {
  return lost > 0 && verified === ledgers && verifiedWithCheckpoints < ledgers
}

/** Appends a round to a file. */
function record(file, round) {
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const kind = values.control ?? 'safe'
  writeFileSync(file, JSON.stringify([...before, { on: new Date().toISOString(), kind, ...round }], null, 2))
}
