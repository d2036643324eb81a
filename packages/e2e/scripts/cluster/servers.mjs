// Two sandboxes on the cluster: one connects to several hosts, the other through PgBouncer and HAProxy.
import { chmodSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createPostgresFolder, waitUntil } from './machine.mjs'

const program = resolve(import.meta.dirname, '../../../sandbox/dist/cli.js')
/** Secret that signs checkpoints, the same on both servers and after a restart. */
const secret = 'secret of the cluster test, long enough'

/** Starts the proxies and the two servers. */
export async function startServers(machine, { nodes }) {
  const folder = createPostgresFolder(join(machine.folder, 'proxies'))
  startHaproxy(machine, nodes, folder)
  startPgbouncer(machine, folder)
  const hosts = nodes.map(({ address }) => `${address}:5432`).join(',')
  const servers = [
    { name: 'several hosts', port: 8101, database: `postgres://cedi@${hosts}/cedi?target_session_attrs=read-write` },
    { name: 'PgBouncer and HAProxy', port: 8102, database: 'postgres://cedi@127.0.0.1:6432/cedi' },
  ].map((server) => ({ ...server, url: `http://127.0.0.1:${server.port}` }))
  for (const server of servers) {
    startServer(machine, server)
    await waitForServer(server)
  }
  return servers
}

export function startServer(machine, server) {
  server.process = machine.start(
    `sandbox-${server.port}`,
    [process.execPath, program, '--port', `${server.port}`, '--log-format', 'json'],
    { env: { CEDI_DATABASE_URL: server.database, CEDI_SECRET: secret } },
  )
}

/** Waits until a server is ready. */
export const waitForServer = (server) =>
  waitUntil(`the sandbox by ${server.name}`, async () => (await fetch(`${server.url}/readyz`)).ok)

function startHaproxy(machine, nodes, folder) {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 3s
  timeout client 2m
  timeout server 2m
listen leader
  bind 127.0.0.1:5000
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`).join('\n')}
`,
  )
  machine.start('haproxy', ['haproxy', '-db', '-f', file])
}

/** Starts PgBouncer. In transaction mode each statement may use another connection without its session state. */
function startPgbouncer(machine, folder) {
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
cedi = host=127.0.0.1 port=5000 dbname=cedi user=cedi
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = 6432
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
max_client_conn = 100
default_pool_size = 10
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
`,
  )
  chmodSync(file, 0o644)
  machine.start('pgbouncer', ['pgbouncer', file], { as: 'postgres' })
}
