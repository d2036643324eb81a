// Three etcd and three PostgreSQL under Patroni, one of each on a node.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownFolder, postgresBin, postmasterOf, signalAll, until } from './machine.mjs'

const as = 'postgres'

/**
 * Starts the cluster and waits until it is complete.
 *
 * @param api - Patroni's interface to etcd: `etcd` is version 2, `etcd3` version 3.
 * @param isSynchronous - Whether a write is acknowledged only when a second node has it.
 */
export async function startDatabase(machine, { api = 'etcd', isSynchronous = true } = {}) {
  const nodes = []
  for (const number of [1, 2, 3]) nodes.push(await machine.addNode(number))
  const cluster = { nodes, api, isSynchronous }
  for (const node of nodes) {
    node.data = join(node.disk, 'data')
    startEtcd(node, nodes)
  }
  await until('a leader of etcd', () => etcdLeader(cluster))
  for (const node of nodes) {
    writeConfig(node, cluster)
    startPatroni(node)
  }
  const leader = await whole(cluster)
  const psql = (sql) =>
    execFileSync(join(postgresBin, 'psql'), ['-h', leader.address, '-U', 'postgres', '-qc', sql, 'postgres'])
  psql('CREATE ROLE cedi LOGIN')
  psql('CREATE DATABASE cedi OWNER cedi')
  return cluster
}

export function startEtcd(node, nodes) {
  const [peers, clients] = [`http://${node.address}:2380`, `http://${node.address}:2379`]
  const all = nodes.map(({ name, address }) => `${name}=http://${address}:2380`).join(',')
  node.etcd = node.start(
    'etcd',
    [
      'etcd',
      ...['--name', node.name, '--data-dir', join(ownFolder(join(node.home, 'etcd')), 'data')],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
      ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
      ...['--initial-cluster', all, '--initial-cluster-state', 'new', '--enable-v2=true'],
      ...['--heartbeat-interval', '250', '--election-timeout', '2500', '--log-level', 'warn'],
    ],
    { as },
  )
}

export function startPatroni(node) {
  node.patroni = node.start('patroni', ['patroni', join(node.home, 'patroni.yml')], { as })
}

function writeConfig(node, { nodes, api, isSynchronous }) {
  const config = {
    scope: 'cedi',
    name: node.name,
    restapi: { listen: `${node.address}:8008`, connect_address: `${node.address}:8008` },
    [api]: { hosts: nodes.map(({ address }) => `${address}:2379`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        // Without "strict", a leader that is alone accepts writes that are then lost with it.
        synchronous_mode: isSynchronous,
        synchronous_mode_strict: isSynchronous,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '32MB',
            max_wal_size: '96MB',
            min_wal_size: '32MB',
            wal_keep_size: '64MB',
            max_slot_wal_keep_size: '128MB',
            wal_log_hints: 'on',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${node.address}:5432`,
      connect_address: `${node.address}:5432`,
      data_dir: node.data,
      bin_dir: postgresBin,
      pgpass: join(node.disk, 'pgpass'),
      // The test's networks reach no other machine.
      authentication: {
        superuser: { username: 'postgres', password: 'trial' },
        replication: { username: 'replicator', password: 'trial' },
        rewind: { username: 'rewinder', password: 'trial' },
      },
      parameters: { unix_socket_directories: node.disk },
      pg_hba: ['local all all trust', 'host all all 10.77.0.0/24 trust', 'host replication all 10.77.0.0/24 trust'],
    },
  }
  // JSON is YAML as well.
  writeFileSync(join(node.home, 'patroni.yml'), JSON.stringify(config, null, 2))
}

/** Asks a node; a frozen one must not stop the test. */
const ask = (url) => fetch(url, { signal: AbortSignal.timeout(2_000) }).then((response) => response.json())

/** What the first answering node says about the cluster. */
async function members({ nodes }) {
  return Promise.any(nodes.map(async ({ address }) => (await ask(`http://${address}:8008/cluster`)).members))
}

/** The node whose own Patroni says that it leads. */
export async function leaderOf(cluster) {
  const roles = await Promise.all(
    cluster.nodes.map(({ address }) => ask(`http://${address}:8008/`).catch(() => undefined)),
  )
  const leaders = cluster.nodes.filter(
    (_, at) => ['master', 'primary'].includes(roles[at]?.role) && roles[at]?.state === 'running',
  )
  return leaders.length === 1 ? leaders[0] : undefined
}

/** Waits until all three run, one leads, and writes wait for a second node. Returns the leader. */
export function whole(cluster, withinMs) {
  return until(
    'a whole cluster',
    async () => {
      const list = await members(cluster)
      const up = list.filter(({ state }) => ['running', 'streaming'].includes(state))
      const roles = list.map(({ role }) => role)
      const isSure = !cluster.isSynchronous || roles.includes('sync_standby')
      const lines = new Set(list.map(({ timeline }) => timeline))
      if (up.length < 3 || !roles.includes('leader') || !isSure || lines.size > 1) return undefined
      return leaderOf(cluster)
    },
    withinMs,
  )
}

export async function etcdLeader({ nodes }) {
  const states = await Promise.all(
    nodes.map(({ address }) => ask(`http://${address}:2379/v2/stats/self`).catch(() => undefined)),
  )
  return nodes.find((_, at) => states[at]?.state === 'StateLeader')
}

/** Ends the PostgreSQL of a node as a crash does. */
export function killPostgres({ data }) {
  const pid = postmasterOf(data)
  if (pid !== undefined) signalAll(pid, 'SIGKILL')
}

/** Ends Patroni and PostgreSQL of a node; Patroni first, so that it starts nothing again. */
export async function killBoth(node) {
  node.patroni.child.kill('SIGKILL')
  await node.patroni.ended
  killPostgres(node)
}

/** Switches the lead over, as before an upgrade. */
export async function switchOver({ name, address }) {
  const response = await fetch(`http://${address}:8008/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: name }),
  })
  if (!response.ok) throw new Error(`Patroni did not switch over: ${await response.text()}`)
}
