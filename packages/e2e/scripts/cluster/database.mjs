// Three nodes, each with etcd and PostgreSQL under Patroni.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPostgresFolder, postgresBin, readPostmasterPid, signalAll, waitUntil } from './machine.mjs'

const user = 'postgres'

/**
 * Starts the cluster and waits until it is complete.
 *
 * @param api - Patroni's interface to etcd: `etcd` is version 2, `etcd3` is version 3.
 * @param isSynchronous - Whether a commit waits for a second node.
 */
export async function startDatabase(machine, { api = 'etcd', isSynchronous = true } = {}) {
  const nodes = []
  for (const number of [1, 2, 3]) nodes.push(await machine.addNode(number))
  const cluster = { nodes, api, isSynchronous }
  for (const node of nodes) {
    node.data = join(node.disk, 'data')
    startEtcd(node, nodes)
  }
  await waitUntil('a leader of etcd', () => findEtcdLeader(cluster))
  for (const node of nodes) {
    writeConfig(node, cluster)
    startPatroni(node)
  }
  const leader = await waitForHealthyCluster(cluster)
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
      ...['--name', node.name, '--data-dir', join(createPostgresFolder(join(node.home, 'etcd')), 'data')],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
      ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
      ...['--initial-cluster', all, '--initial-cluster-state', 'new', '--enable-v2=true'],
      ...['--heartbeat-interval', '250', '--election-timeout', '2500', '--log-level', 'warn'],
    ],
    { user },
  )
}

export function startPatroni(node) {
  node.patroni = node.start('patroni', ['patroni', join(node.home, 'patroni.yml')], { user })
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
        // Without "strict", a leader without standbys accepts writes that only it stores.
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
      // The networks of the test are isolated.
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

/** Fetches JSON from a node, with a timeout for frozen nodes. */
const fetchJson = (url) => fetch(url, { signal: AbortSignal.timeout(2_000) }).then((response) => response.json())

/** Reads the cluster members from the first node that responds. */
async function readMembers({ nodes }) {
  return Promise.any(nodes.map(async ({ address }) => (await fetchJson(`http://${address}:8008/cluster`)).members))
}

/** Finds the node that its own Patroni reports as leader. */
export async function findLeader(cluster) {
  const roles = await Promise.all(
    cluster.nodes.map(({ address }) => fetchJson(`http://${address}:8008/`).catch(() => undefined)),
  )
  const leaders = cluster.nodes.filter(
    (_, index) => ['master', 'primary'].includes(roles[index]?.role) && roles[index]?.state === 'running',
  )
  return leaders.length === 1 ? leaders[0] : undefined
}

/** Waits until all three nodes run, one leads, and commits wait for a second node. Returns the leader. */
export function waitForHealthyCluster(cluster, withinMs) {
  return waitUntil(
    'a whole cluster',
    async () => {
      const members = await readMembers(cluster)
      const runningMembers = members.filter(({ state }) => ['running', 'streaming'].includes(state))
      const roles = members.map(({ role }) => role)
      const hasStandby = !cluster.isSynchronous || roles.includes('sync_standby')
      const timelines = new Set(members.map(({ timeline }) => timeline))
      if (runningMembers.length < 3 || !roles.includes('leader') || !hasStandby || timelines.size > 1) return undefined
      return findLeader(cluster)
    },
    withinMs,
  )
}

export async function findEtcdLeader({ nodes }) {
  const states = await Promise.all(
    nodes.map(({ address }) => fetchJson(`http://${address}:2379/v2/stats/self`).catch(() => undefined)),
  )
  return nodes.find((_, index) => states[index]?.state === 'StateLeader')
}

/** Kills the PostgreSQL of a node. */
export function killPostgres({ data }) {
  const pid = readPostmasterPid(data)
  if (pid !== undefined) signalAll(pid, 'SIGKILL')
}

/** Kills Patroni and PostgreSQL of a node; Patroni first, so that it does not restart PostgreSQL. */
export async function killBoth(node) {
  node.patroni.child.kill('SIGKILL')
  await node.patroni.ended
  killPostgres(node)
}

/** Requests a planned switchover. */
export async function switchOver({ name, address }) {
  const response = await fetch(`http://${address}:8008/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: name }),
  })
  if (!response.ok) throw new Error(`Patroni did not switch over: ${await response.text()}`)
}
