// Runs the settings of nginx and HAProxy from docs/guides/shared-sandbox.md in front of a sandbox (Debian: apt-get install
// nginx-light haproxy). Needs a build of the sandbox. A caller that sends 200 requests without their bodies must not stop another.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSandbox } from '../dist/index.js'

const guide = readFileSync(new URL('../../../docs/guides/shared-sandbox.md', import.meta.url), 'utf8')
const readBlock = (language) => guide.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``))?.[1] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'cedi-proxies-'))
const proxyPort = 8080
const nginxMain = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;`

const proxies = {
  nginx: {
    settings: (port) => `${nginxMain}\n${readBlock('nginx').replaceAll('23300', port)}}`,
    command: (file) => ['/usr/sbin/nginx', '-c', file],
  },
  haproxy: {
    settings: (port) => readBlock('haproxy').replaceAll('23300', port),
    command: (file) => ['/usr/sbin/haproxy', '-f', file],
  },
}

/** Opens connections that never finish their request. */
const holdRequests = (count) =>
  Array.from({ length: count }, () => {
    const socket = connect(proxyPort, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /api/licenses/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 76\r\n\r\n',
    )
    return socket
  })

for (const [name, { settings, command }] of Object.entries(proxies)) {
  const sandbox = createSandbox({ clock: 'real', trustedProxies: ['127.0.0.1'] })
  const listening = await sandbox.listen(0)
  const file = join(folder, name)
  writeFileSync(file, settings(String(listening.port)))
  const [program, ...args] = command(file)
  const proxy = spawn(program, args, { stdio: 'inherit' })
  const url = `http://127.0.0.1:${proxyPort}`
  let response
  for (let attempt = 0; attempt < 50 && !response; attempt++) {
    await wait(100)
    response = await fetch(`${url}/@ama`).catch(() => undefined)
  }
  const control = await fetch(`${url}/__mock/clock`)
  const sockets = holdRequests(200)
  await wait(500)
  // A caller at another address: the proxy counts connections per address, and the server is asked directly.
  const direct = await fetch(`${listening.url}/api/v1/products`, { headers: { Authorization: 'Bearer sk_test_all' } })
  for (const socket of sockets) socket.destroy()
  const statuses = { page: response?.status, direct: direct.status, control: control.status }
  console.log(name, JSON.stringify(statuses))
  proxy.kill('SIGTERM')
  await new Promise((resolve) => proxy.once('exit', resolve))
  await listening.close()
  if (JSON.stringify(statuses) !== '{"page":200,"direct":200,"control":401}') process.exitCode = 1
}
rmSync(folder, { recursive: true })
