// Starts a PostgreSQL server for one test run: on loopback, not as root, with data and socket in a temporary folder.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPart } from '../../../scripts/system-packages.mjs'

const isRoot = () => process.getuid?.() === 0

/** User of the server process: PostgreSQL refuses to run as root. */
function owner() {
  if (!isRoot()) return {}
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    throw new Error('PostgreSQL does not run as root, and there is no user postgres. Run: useradd --system postgres')
  }
}

const getFreePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Sends a signal to a server and to each process that it has started for a connection. */
function signalAll(server, name) {
  // Suspends the main process first, so that it starts no new ones.
  process.kill(server, name)
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = list.map((line) => line.trim().split(/\s+/).map(Number))
  for (const [pid, parent] of pairs) {
    if (parent !== server) continue
    try {
      process.kill(pid, name)
    } catch (error) {
      // This process ended before all were suspended. It is listed until the server resumes.
      if (error.code !== 'ESRCH') throw error
    }
  }
}

/**
 * Starts a separate PostgreSQL.
 *
 * @param isDurable - Whether commits wait for the disk. Tests without crashes are faster without it.
 * @returns Its URL, and functions to stop, restart and remove it.
 */
export async function startPostgres({ isDurable = false, settings = [] } = {}) {
  const bin = findPart('postgres')
  const user = owner()
  const folder = mkdtempSync(join(tmpdir(), 'cedi-postgres-'))
  const data = join(folder, 'data')
  const socket = join(folder, 'socket')
  mkdirSync(socket, { mode: 0o700 })
  if (user.uid !== undefined) for (const path of [folder, socket]) chownSync(path, user.uid, user.gid)
  const processOptions = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'cedi', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...processOptions, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await getFreePort()
  const url = `postgres://cedi@127.0.0.1:${port}/postgres`
  let child
  let output = []

  const log = () => Buffer.concat(output).toString()

  async function start() {
    const fastSettings = isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
    const options = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${socket}`]
    const serverArguments = [...options, 'max_connections=150', ...fastSettings, ...settings].flatMap((setting) => [
      '-c',
      setting,
    ])
    output = []
    child = spawn(join(bin, 'postgres'), ['-D', data, ...serverArguments], {
      ...processOptions,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const current = child
    let isStarting = true
    await new Promise((resolve, reject) => {
      current.stderr.on('data', (chunk) => {
        output.push(chunk)
        if (isStarting && log().includes('ready to accept connections')) {
          isStarting = false
          resolve()
        }
      })
      current.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${log()}`)))
      current.once('error', reject)
    })
  }

  /** `fast` closes connections; `immediate` simulates a crash. */
  async function stop(mode = 'fast') {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = new Promise((resolve) => child.once('exit', resolve))
    signalAll(child.pid, 'SIGCONT')
    child.kill(mode === 'immediate' ? 'SIGQUIT' : 'SIGINT')
    await exit
  }

  await start()
  // An aborted run stops its server.
  const last = () => {
    child?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', last)
  return {
    url,
    start,
    stop,
    /** Suspends the server: it closes no connection and sends nothing until it is resumed. */
    pause: () => signalAll(child.pid, 'SIGSTOP'),
    resume: () => signalAll(child.pid, 'SIGCONT'),
    /** Returns the log of the server since its start. */
    log,
    async end() {
      await stop('immediate')
      process.off('exit', last)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
