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

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Tells something to a server and to each process that it has made for a connection. */
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
 * @param isDurable - Whether it waits for the disk, as one in use does. Tests that never kill it go faster without.
 * @returns Its address, and how to stop it, start it again, and end with it.
 */
export async function startPostgres({ isDurable = false, settings = [] } = {}) {
  const bin = findPart('postgres')
  const who = owner()
  const folder = mkdtempSync(join(tmpdir(), 'cedi-postgres-'))
  const data = join(folder, 'data')
  const socket = join(folder, 'socket')
  mkdirSync(socket, { mode: 0o700 })
  if (who.uid !== undefined) for (const path of [folder, socket]) chownSync(path, who.uid, who.gid)
  const quiet = { ...who, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'cedi', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...quiet, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await freePort()
  const url = `postgres://cedi@127.0.0.1:${port}/postgres`
  let child
  let said = []

  const log = () => Buffer.concat(said).toString()

  async function start() {
    const hurried = isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
    const options = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${socket}`]
    const given = [...options, 'max_connections=150', ...hurried, ...settings].flatMap((setting) => ['-c', setting])
    said = []
    child = spawn(join(bin, 'postgres'), ['-D', data, ...given], { ...quiet, stdio: ['ignore', 'ignore', 'pipe'] })
    const mine = child
    let isStarting = true
    await new Promise((resolve, reject) => {
      mine.stderr.on('data', (chunk) => {
        said.push(chunk)
        if (isStarting && log().includes('ready to accept connections')) {
          isStarting = false
          resolve()
        }
      })
      mine.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${log()}`)))
      mine.once('error', reject)
    })
  }

  /** `fast` ends connections; `immediate` is a crash. */
  async function stop(how = 'fast') {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    signalAll(child.pid, 'SIGCONT')
    child.kill(how === 'immediate' ? 'SIGQUIT' : 'SIGINT')
    await ended
  }

  await start()
  // A run that is called off takes its server with it.
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
    freeze: () => signalAll(child.pid, 'SIGSTOP'),
    thaw: () => signalAll(child.pid, 'SIGCONT'),
    /** Returns the log of the server since its start. */
    log,
    async end() {
      await stop('immediate')
      process.off('exit', last)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
