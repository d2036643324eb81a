// Starts a MariaDB server for one run: without network, with a socket and its data in a temporary folder.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPart } from '../../../scripts/system-packages.mjs'

/**
 * Whether a run uses MariaDB: on request, or with a real WooCommerce. SQLite cannot run WooCommerce's queries that reserve stock
 * and search order tables.
 */
export const usesMariadb = () => process.env.CEDI_DATABASE === 'mariadb' || Boolean(process.env.WC_DIR)

/** Starts the server. `createDatabase()` creates an empty database and returns the environment for a site. */
export async function startMariadb() {
  const server = findPart('mariadb')
  const folder = mkdtempSync(join(tmpdir(), 'cedi-mariadb-'))
  const data = join(folder, 'data')
  const socket = join(folder, 'socket')
  const user = `--user=${process.env.USER ?? (process.getuid?.() === 0 ? 'root' : '')}`
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', user],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const flags = ['--skip-networking', '--skip-log-bin', '--innodb-flush-log-at-trx-commit=2', '--max-connections=100']
  const child = spawn(server, ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, ...flags, user], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stderrChunks = []
  child.stderr.on('data', (chunk) => stderrChunks.push(chunk))
  const terminate = () => child.kill('SIGTERM')
  process.once('exit', terminate)
  const sql = (statement) =>
    execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-u', 'root', '-e', statement], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  for (let attempt = 0; ; attempt++) {
    try {
      sql('SELECT 1')
      break
    } catch (error) {
      if (attempt > 200 || child.exitCode !== null)
        throw new Error(`MariaDB does not start.\n${Buffer.concat(stderrChunks)}`, { cause: error })
      await wait(100)
    }
  }
  let count = 0
  return {
    createDatabase() {
      const name = `site_${++count}`
      sql(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`)
      return { CEDI_DB_HOST: `localhost:${socket}`, CEDI_DB_NAME: name, CEDI_DB_USER: 'root', CEDI_DB_PASSWORD: '' }
    },
    /** Returns the content of all tables as text. */
    dump: () =>
      execFileSync('mariadb-dump', ['--no-defaults', `--socket=${socket}`, '-u', 'root', '--all-databases'], {
        encoding: 'latin1',
        maxBuffer: 1 << 28,
      }),
    async stop() {
      process.off('exit', terminate)
      const exited = child.exitCode === null && new Promise((done) => child.once('exit', done))
      terminate()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
