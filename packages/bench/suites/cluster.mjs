import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../peers.mjs'
import { atLeast, atMost, whole } from '../report.mjs'

/** The recorded rounds. CEDI_CLUSTER_ROUNDS=0 reports them again; runs with few rounds add up. */
const record = join(root, '.cache/cluster.json')
const rounds = Number(process.env.CEDI_CLUSTER_ROUNDS ?? 40)

export const builds = ['client', 'ledger', 'mock-server', 'sandbox']
export const needsLinux = true
/** Half an hour or more, as root. */
export const onlyWhenNamed = true

export async function run() {
  if (rounds > 0) {
    rmSync(record, { force: true })
    mkdirSync(join(root, '.cache'), { recursive: true })
    await play('--rounds', `${rounds}`)
    await play('--control', 'asynchronous')
    await play('--control', 'etcd3')
  }
  if (!existsSync(record)) throw new Error(`Nothing was played yet: ${record} is not there.`)
  return report(JSON.parse(readFileSync(record, 'utf8')))
}

/** Plays rounds, and records their results. */
function play(...flags) {
  const program = join(root, 'packages/e2e/scripts/cluster.mjs')
  const child = spawn(process.execPath, [program, ...flags, '--record', record], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 2 ? reject(new Error('The cluster cannot be played here.')) : resolve()))
  })
}

const sum = (list, name) => list.reduce((total, round) => total + round[name], 0)
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/** A percentile of a list. */
function quantile(list, part) {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}

/** The cost of each act: how long the service was away, and what the clients miss. */
function roundLine(name, list) {
  const away = list.map(({ awayMs }) => awayMs)
  const doubled = sum(list, 'doubled') + sum(list, 'untold')
  const quantiles = [0.5, 0.95, 1].map((part) => seconds(quantile(away, part)))
  return [name, list.length, ...quantiles, whole(sum(list, 'acknowledged')), sum(list, 'lost'), doubled]
}

/** What the clusters that must lose something have lost. */
const controlLine = (name, list) => [
  name,
  list.length,
  whole(sum(list, 'acknowledged')),
  whole(sum(list, 'lost')),
  `${sum(list, 'verified')} of ${sum(list, 'books')}`,
  `${sum(list, 'provedByCheckpoint')} of ${sum(list, 'books')}`,
]

const about =
  'Three PostgreSQL 15 under Patroni 3.0.2 (synchronous, strict) with three etcd 3.4, each in a network of its own on one machine; one sandbox that is given all hosts, one behind PgBouncer in transaction mode and HAProxy; eight clients that pay by card and ask again with the same Idempotency-Key until they are told. Away is the longest time in which one of the two servers acknowledged nothing. Lost, doubled: by the record of the clients, held against the entries of the books after the round.'

function report(all) {
  const of = (wanted) => all.filter(({ kind }) => kind === wanted)
  const safe = of('safe')
  const names = [...new Set(safe.map(({ name }) => name))]
  const awayMs = safe.map((round) => round.awayMs)
  const missed = sum(safe, 'lost') + sum(safe, 'doubled') + sum(safe, 'untold')
  const wrong = safe.reduce((total, round) => total + round.wrong.length, 0)
  return {
    title: 'A cluster whose leader dies',
    about,
    tables: [
      {
        caption: 'What happened to the leader, or to what the line names',
        head: ['', 'rounds', 'away p50', 'p95', 'most', 'acknowledged', 'lost', 'doubled or never told'],
        rows: [
          ...names.map((name) =>
            roundLine(
              name,
              safe.filter((round) => round.name === name),
            ),
          ),
          roundLine('all', safe),
        ],
      },
      {
        caption: 'Two clusters that must lose something, or the trial has no teeth',
        head: ['', 'rounds', 'acknowledged', 'lost', '`verify` alone calls good', 'with checkpoints'],
        rows: [
          controlLine('asynchronous; the leader and its machine end while the standbys are late', of('asynchronous')),
          controlLine('Patroni 3.0.2 on `etcd3:`; the leader stands still for 45 s', of('etcd3')),
        ],
      },
    ],
    goals: [
      atLeast('Rounds', safe.length, 40, ''),
      atMost('Acknowledged payments that were lost, doubled or never told', missed, 0, ''),
      atMost('Answers but success, 503 and none', wrong, 0, ''),
      atMost('Away, 95 of 100 rounds', quantile(awayMs, 0.95) / 1000, 30, 's'),
    ],
    figures: {
      rounds: all.map(({ kind, name, awayMs, acknowledged, lost }) => ({ kind, name, awayMs, acknowledged, lost })),
    },
  }
}
