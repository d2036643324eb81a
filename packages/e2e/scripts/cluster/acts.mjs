// The failures. Each act causes one and undoes what a person would have to undo.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { etcdLeader, killBoth, killPostgres, leaderOf, startEtcd, startPatroni, switchOver } from './database.mjs'
import { postmasterOf, signalAll, until, wait } from './machine.mjs'
import { startServer } from './servers.mjs'

const leading = ({ cluster }) => until('a leader', () => leaderOf(cluster))

/** Freezes programs of a node, like a machine whose host gives it no time. */
async function standStill(pids, seconds) {
  for (const pid of pids) signalAll(pid, 'SIGSTOP')
  await wait(seconds * 1000)
  for (const pid of pids) signalAll(pid, 'SIGCONT')
}

/** Writes until the disk is full, even for a small piece, because others write meanwhile. */
function fill(file) {
  const open = openSync(file, 'w')
  for (let piece = Buffer.alloc(16 * 1_048_576); piece.length >= 4096; ) {
    try {
      while (writeSync(open, piece) > 0);
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error
      piece = piece.subarray(0, piece.length / 2)
    }
  }
  closeSync(open)
}

export const acts = {
  'switch over': async (trial) => switchOver(await leading(trial)),
  'kill -9 of postgres': async (trial) => killPostgres(await leading(trial)),
  'kill -9 of Patroni and postgres': async (trial) => {
    const node = await leading(trial)
    await killBoth(node)
    await wait(25_000)
    startPatroni(node)
  },
  'SIGSTOP for 45 s': async (trial) => {
    const node = await leading(trial)
    await standStill([node.patroni.pid, postmasterOf(node.data)], 45)
  },
  'partition for 30 s': async (trial) => {
    const node = await leading(trial)
    node.cut()
    await wait(30_000)
    node.join()
  },
  "kill -9 of etcd's leader": async ({ cluster }) => {
    const node = await until('a leader of etcd', () => etcdLeader(cluster))
    node.etcd.child.kill('SIGKILL')
    await wait(10_000)
    startEtcd(node, cluster.nodes)
  },
  'full disk for 20 s': async (trial) => {
    const { disk } = await leading(trial)
    const file = join(disk, 'filling')
    fill(file)
    await wait(20_000)
    rmSync(file)
  },
  'slow network for 20 s': async (trial) => {
    const node = await leading(trial)
    node.slow()
    await wait(20_000)
    node.fast()
  },
  'restart of everything': async ({ machine, cluster, servers }) => {
    for (const { process } of servers) process.child.kill('SIGKILL')
    for (const node of cluster.nodes) await killBoth(node)
    for (const { etcd } of cluster.nodes) etcd.child.kill('SIGKILL')
    for (const { etcd } of cluster.nodes) await etcd.ended
    for (const node of cluster.nodes) startEtcd(node, cluster.nodes)
    for (const node of cluster.nodes) startPatroni(node)
    // A server ends if its database is missing at its start; a supervisor starts it again.
    for (const server of servers) {
      await server.process.ended
      watchOver(machine, server)
    }
  },
  /** A control: also freezes the node's etcd, so that Patroni's knowledge on waking is as old as the node. */
  'SIGSTOP of the machine for 45 s': async (trial) => {
    const node = await leading(trial)
    await standStill([node.patroni.pid, postmasterOf(node.data), node.etcd.pid], 45)
  },
  /** A control: the standbys lag, as on a slow line, when the leader's machine dies with what they lack. */
  'end of the machine, standbys late': async (trial) => {
    const node = await leading(trial)
    const late = trial.cluster.nodes.filter((one) => one !== node)
    for (const one of late) one.cut()
    await wait(1_500)
    // The network first, so that what is in its buffers cannot arrive.
    node.cut()
    await killBoth(node)
    for (const one of late) one.join()
    await wait(30_000)
    node.join()
    startPatroni(node)
  },
}

/** Starts a server, again whenever it ends. */
function watchOver(machine, server) {
  startServer(machine, server)
  const { process } = server
  process.ended.then(() => {
    if (server.process === process && process.child.exitCode !== null) setTimeout(() => watchOver(machine, server), 500)
  })
}

/** The acts that must lose nothing, in the order of the rounds. */
export const safeActs = Object.keys(acts).filter((name) => !name.includes('the machine'))
