// Failures of the cluster. Each function injects one and repairs what an operator would have to repair.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { findEtcdLeader, findLeader, killBoth, killPostgres, startEtcd, startPatroni, switchOver } from './database.mjs'
import { readPostmasterPid, signalAll, sleep, waitUntil } from './machine.mjs'
import { startServer } from './servers.mjs'

const waitForLeader = ({ cluster }) => waitUntil('a leader', () => findLeader(cluster))

/** Stops processes of a node for a while, like a suspended virtual machine. */
async function freezeProcesses(pids, seconds) {
  for (const pid of pids) signalAll(pid, 'SIGSTOP')
  await sleep(seconds * 1000)
  for (const pid of pids) signalAll(pid, 'SIGCONT')
}

/** Fills a disk with ever smaller chunks, because other processes write at the same time. */
function fillDisk(file) {
  const descriptor = openSync(file, 'w')
  for (let chunk = Buffer.alloc(16 * 1_048_576); chunk.length >= 4096; ) {
    try {
      while (writeSync(descriptor, chunk) > 0);
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error
      chunk = chunk.subarray(0, chunk.length / 2)
    }
  }
  closeSync(descriptor)
}

export const failures = {
  'switch over': async (context) => switchOver(await waitForLeader(context)),
  'kill -9 of postgres': async (context) => killPostgres(await waitForLeader(context)),
  'kill -9 of Patroni and postgres': async (context) => {
    const node = await waitForLeader(context)
    await killBoth(node)
    await sleep(25_000)
    startPatroni(node)
  },
  'SIGSTOP for 45 s': async (context) => {
    const node = await waitForLeader(context)
    await freezeProcesses([node.patroni.pid, readPostmasterPid(node.data)], 45)
  },
  'partition for 30 s': async (context) => {
    const node = await waitForLeader(context)
    node.cut()
    await sleep(30_000)
    node.join()
  },
  "kill -9 of etcd's leader": async ({ cluster }) => {
    const node = await waitUntil('a leader of etcd', () => findEtcdLeader(cluster))
    node.etcd.child.kill('SIGKILL')
    await sleep(10_000)
    startEtcd(node, cluster.nodes)
  },
  'full disk for 20 s': async (context) => {
    const { disk } = await waitForLeader(context)
    const file = join(disk, 'filling')
    fillDisk(file)
    await sleep(20_000)
    rmSync(file)
  },
  'slow network for 20 s': async (context) => {
    const node = await waitForLeader(context)
    node.slow()
    await sleep(20_000)
    node.fast()
  },
  'restart of everything': async ({ machine, cluster, servers }) => {
    for (const { process } of servers) process.child.kill('SIGKILL')
    for (const node of cluster.nodes) await killBoth(node)
    for (const { etcd } of cluster.nodes) etcd.child.kill('SIGKILL')
    for (const { etcd } of cluster.nodes) await etcd.ended
    for (const node of cluster.nodes) startEtcd(node, cluster.nodes)
    for (const node of cluster.nodes) startPatroni(node)
    // A server exits if its database is unreachable at startup; the supervisor restarts it.
    for (const server of servers) {
      await server.process.ended
      superviseServer(machine, server)
    }
  },
  /** Control: also freezes etcd, so that Patroni resumes with stale state. */
  'SIGSTOP of the machine for 45 s': async (context) => {
    const node = await waitForLeader(context)
    await freezeProcesses([node.patroni.pid, readPostmasterPid(node.data), node.etcd.pid], 45)
  },
  /** Control: the leader fails while the standbys lag. */
  'end of the machine, standbys late': async (context) => {
    const node = await waitForLeader(context)
    const laggingNodes = context.cluster.nodes.filter((other) => other !== node)
    for (const standby of laggingNodes) standby.cut()
    await sleep(1_500)
    // Disconnects first, so that buffered data cannot arrive.
    node.cut()
    await killBoth(node)
    for (const standby of laggingNodes) standby.join()
    await sleep(30_000)
    node.join()
    startPatroni(node)
  },
}

/** Starts a server and restarts it whenever it exits. */
function superviseServer(machine, server) {
  startServer(machine, server)
  const { process } = server
  process.ended.then(() => {
    if (server.process === process && process.child.exitCode !== null)
      setTimeout(() => superviseServer(machine, server), 500)
  })
}

/** Failures that must not lose a payment, in the order of the rounds. */
export const survivableFailures = Object.keys(failures).filter((name) => !name.includes('the machine'))
