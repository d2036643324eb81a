// Three nodes and a hub on one machine: each has its own network, and all of it ends with this process.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** The programs, and their packages in Debian 12. */
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
const folders = `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${process.env.PATH}`
export const postgresBin = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'

/** What is missing on this machine, as a sentence; undefined when the test can run. */
export function whatIsMissing() {
  if (process.getuid?.() !== 0) return 'The trial makes networks, so it must run as root.'
  const has = (name) => folders.split(':').some((folder) => existsSync(join(folder, name)))
  const missing = new Set(Object.entries(programs).flatMap(([name, from]) => (has(name) ? [] : [from])))
  if (!existsSync(join(postgresBin, 'postgres'))) missing.add('postgresql-15')
  if (missing.size === 0) return undefined
  return `The trial needs Debian 12's ${[...missing].join(', ')}: apt-get install --no-install-recommends ${[...missing].join(' ')}`
}

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks again and again until the answer is yes. */
export async function until(what, ask, withinMs = 120_000) {
  const endMs = Date.now() + withinMs
  for (;;) {
    const answer = await Promise.resolve()
      .then(ask)
      .catch(() => undefined)
    if (answer) return answer
    if (Date.now() > endMs) throw new Error(`Waited ${withinMs / 1000} s in vain: ${what}.`)
    await wait(200)
  }
}

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Clients and servers run in the hub: its loopback, and a bridge to the nodes. */
export function createMachine(folder) {
  const logs = join(folder, 'logs')
  mkdirSync(logs, { recursive: true })
  // Others than root have folders in it.
  chmodSync(folder, 0o755)
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'hub', 'type', 'bridge')
  ip('addr', 'add', '10.77.0.1/24', 'dev', 'hub')
  ip('link', 'set', 'hub', 'up')
  const running = new Set()

  /** Starts a program, in a node's network if one is given; its output goes to a file with its name. */
  function start(name, command, { node, as, env = {} } = {}) {
    const log = openSync(join(logs, `${name}.log`), 'a')
    const inside = node ? ['nsenter', '-t', `${node.holder.pid}`, '-n', '--'] : []
    const whom = as ? ['setpriv', '--reuid', as, '--regid', as, '--clear-groups', '--'] : []
    const [file, ...args] = [...inside, ...whom, ...command]
    const child = spawn(file, args, {
      stdio: ['ignore', log, log],
      env: { PATH: folders, LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: folder, ...env },
    })
    running.add(child)
    const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => running.delete(child))
    return { child, pid: child.pid, ended, isRunning: () => running.has(child) }
  }

  async function addNode(number) {
    const name = `n${number}`
    const holder = start(`${name}-holder`, ['unshare', '--net', 'sleep', 'infinity'])
    const own = readlinkSync('/proc/self/ns/net')
    await until(`the network of ${name}`, () => readlinkSync(`/proc/${holder.pid}/ns/net`) !== own)
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
    // Its own disk, so that only it can be full.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=800m,mode=0700,uid=postgres,gid=postgres', 'tmpfs', disk])
    const shape = ['root', 'tbf', 'rate', '1mbit', 'burst', '16kbit', 'latency', '400ms']
    return {
      name,
      address,
      holder,
      home,
      disk,
      start: (what, command, options) => start(`${name}-${what}`, command, { node: { holder }, ...options }),
      /** Takes it out of the network, or puts it back. */
      cut: () => ip('link', 'set', link, 'down'),
      join: () => ip('link', 'set', link, 'up'),
      /** One megabit a second in each direction, and up to 0.4 s in the queue. */
      slow() {
        execFileSync('tc', ['qdisc', 'add', 'dev', link, ...shape])
        inside('tc', 'qdisc', 'add', 'dev', 'eth0', ...shape)
      },
      fast() {
        execFileSync('tc', ['qdisc', 'del', 'dev', link, 'root'])
        inside('tc', 'qdisc', 'del', 'dev', 'eth0', 'root')
      },
    }
  }

  return { folder, logs, start, addNode }
}

/** A folder of the user that PostgreSQL runs as: it refuses to run as root. */
export function ownFolder(path) {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  chownSync(path, uid, gid)
  return path
}

/** Sends a signal to a process and to its descendants, the first one first. */
export function signalAll(pid, name) {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = list.map((line) => line.trim().split(/\s+/).map(Number))
  const tree = [pid]
  for (const one of tree) for (const [child, parent] of pairs) if (parent === one) tree.push(child)
  for (const one of tree) {
    try {
      process.kill(one, name)
    } catch (error) {
      // It ended with the one before.
      if (error.code !== 'ESRCH') throw error
    }
  }
}

/** A PostgreSQL's process number, from its data folder; undefined without one. */
export function postmasterOf(data) {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return existsSync(`/proc/${pid}`) ? pid : undefined
}
