// Three nodes and a hub on one machine, with a network namespace per node.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Required programs and their packages in Debian 12. */
const programs = {
  ip: 'iproute2',
  tc: 'iproute2',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
  unshare: 'util-linux',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
}
const searchPath = `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${process.env.PATH}`
export const postgresBin = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'

/** Returns an error message if programs or permissions are missing; otherwise undefined. */
export function findMissingPackages() {
  if (process.getuid?.() !== 0) return 'The cluster test creates networks. Run it as root.'
  const isInstalled = (name) => searchPath.split(':').some((folder) => existsSync(join(folder, name)))
  const missing = new Set(Object.entries(programs).flatMap(([name, from]) => (isInstalled(name) ? [] : [from])))
  if (!existsSync(join(postgresBin, 'postgres'))) missing.add('postgresql-15')
  if (missing.size === 0) return undefined
  return `The cluster test needs packages of Debian 12: ${[...missing].join(', ')}. Install them: apt-get install --no-install-recommends ${[...missing].join(' ')}`
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Polls a check until it returns a truthy value. */
export async function waitUntil(description, check, withinMs = 120_000) {
  const endMs = Date.now() + withinMs
  for (;;) {
    const result = await Promise.resolve()
      .then(check)
      .catch(() => undefined)
    if (result) return result
    if (Date.now() > endMs) throw new Error(`Timeout after ${withinMs / 1000} s: no ${description}.`)
    await sleep(200)
  }
}

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Clients and servers run in the hub: its loopback, and a bridge to the nodes. */
export function createMachine(folder) {
  const logs = join(folder, 'logs')
  mkdirSync(logs, { recursive: true })
  // The postgres user has folders in it.
  chmodSync(folder, 0o755)
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'hub', 'type', 'bridge')
  ip('addr', 'add', '10.77.0.1/24', 'dev', 'hub')
  ip('link', 'set', 'hub', 'up')
  const running = new Set()

  /** Starts a program, in the network of a node if given. Its output is written to a log file. */
  function start(name, command, { node, as, env = {} } = {}) {
    const log = openSync(join(logs, `${name}.log`), 'a')
    const inside = node ? ['nsenter', '-t', `${node.holder.pid}`, '-n', '--'] : []
    const userPrefix = as ? ['setpriv', '--reuid', as, '--regid', as, '--clear-groups', '--'] : []
    const [file, ...args] = [...inside, ...userPrefix, ...command]
    const child = spawn(file, args, {
      stdio: ['ignore', log, log],
      env: { PATH: searchPath, LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: folder, ...env },
    })
    running.add(child)
    const exit = new Promise((resolve) => child.once('exit', resolve)).then(() => running.delete(child))
    return { child, pid: child.pid, ended: exit, isRunning: () => running.has(child) }
  }

  async function addNode(number) {
    const name = `n${number}`
    const holder = start(`${name}-holder`, ['unshare', '--net', 'sleep', 'infinity'])
    const hostNamespace = readlinkSync('/proc/self/ns/net')
    await waitUntil(`the network of ${name}`, () => readlinkSync(`/proc/${holder.pid}/ns/net`) !== hostNamespace)
    const address = `10.77.0.${10 + number}`
    const link = `to-${name}`
    ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${holder.pid}`)
    ip('link', 'set', link, 'master', 'hub', 'up')
    const inside = (...args) =>
      execFileSync('nsenter', ['-t', `${holder.pid}`, '-n', '--', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
    inside('ip', 'link', 'set', 'lo', 'up')
    inside('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    inside('ip', 'link', 'set', 'eth0', 'up')
    const home = join(folder, name)
    const disk = join(home, 'disk')
    mkdirSync(disk, { recursive: true })
    // A separate disk per node, so that one can be full.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=800m,mode=0700,uid=postgres,gid=postgres', 'tmpfs', disk])
    const rateLimit = ['root', 'tbf', 'rate', '1mbit', 'burst', '16kbit', 'latency', '400ms']
    return {
      name,
      address,
      holder,
      home,
      disk,
      start: (description, command, options) =>
        start(`${name}-${description}`, command, { node: { holder }, ...options }),
      /** Disconnects the node. */
      cut: () => ip('link', 'set', link, 'down'),
      join: () => ip('link', 'set', link, 'up'),
      /** Limits both directions to 1 Mbit/s with up to 0.4 s of queue. */
      limitSpeed() {
        execFileSync('tc', ['qdisc', 'add', 'dev', link, ...rateLimit])
        inside('tc', 'qdisc', 'add', 'dev', 'eth0', ...rateLimit)
      },
      restoreSpeed() {
        execFileSync('tc', ['qdisc', 'del', 'dev', link, 'root'])
        inside('tc', 'qdisc', 'del', 'dev', 'eth0', 'root')
      },
    }
  }

  return { folder, logs, start, addNode }
}

/** Creates a folder of the postgres user, because PostgreSQL does not run as root. */
export function createPostgresFolder(path) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  chownSync(path, uid, gid)
  return path
}

/** Sends a signal to a process and then to its descendants. */
export function signalAll(pid, name) {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = processes.map((line) => line.trim().split(/\s+/).map(Number))
  const pids = [pid]
  for (const each of pids) for (const [child, parent] of pairs) if (parent === each) pids.push(child)
  for (const each of pids) {
    try {
      process.kill(each, name)
    } catch (error) {
      // It exited with its parent.
      if (error.code !== 'ESRCH') throw error
    }
  }
}

/** Reads the process ID of a PostgreSQL from its data folder; undefined if it does not run. */
export function readPostmasterPid(data) {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return existsSync(`/proc/${pid}`) ? pid : undefined
}
