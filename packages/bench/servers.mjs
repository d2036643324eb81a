import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './measure.mjs'
import { builtFile, packageCount, peerFile, root, versions } from './peers.mjs'

const own = (file) => fileURLToPath(new URL(`children/servers/${file}`, import.meta.url))
const openapi = join(root, 'packages/contract/openapi.yaml')

/** The servers that are compared: a name, how Node starts one on a port, its query for twenty products. */
export const servers = [
  {
    name: 'bare node:http',
    packages: () => 0,
    command: (port) => [own('floor.mjs'), port],
  },
  {
    name: 'cedi-mock',
    packages: () => ownPackages('mock-server').size,
    command: (port) => [builtFile('mock-server', 'cli.js'), '--port', port, '--json'],
  },
  {
    name: `json-server ${versions['json-server']}`,
    packages: () => packageCount('json-server'),
    query: '_limit=20',
    command: (port) => [
      peerFile('json-server', 'lib/cli/bin.js'),
      own('json-server-data.cjs'),
      ...['--routes', own('json-server-routes.json'), '--port', port, '--host', '127.0.0.1', '--quiet'],
    ],
  },
  {
    name: `msw ${versions.msw} on a port`,
    packages: () => packageCount('msw'),
    command: (port) => [own('msw.mjs'), port],
  },
  {
    name: `Prism ${versions['@stoplight/prism-cli']}`,
    packages: () => packageCount('@stoplight/prism-cli'),
    command: (port) => [
      peerFile('@stoplight/prism-cli', 'dist/index.js'),
      ...['mock', openapi, '--port', port, '--host', '127.0.0.1', '--verboseLevel', 'silent'],
    ],
  },
  {
    name: `Mockoon ${versions['@mockoon/cli']}`,
    packages: () => packageCount('@mockoon/cli'),
    command: (port) => [
      peerFile('@mockoon/cli', 'bin/run.js'),
      ...['start', '--data', openapi, '--port', port, '--hostname', '127.0.0.1'],
      ...['--disable-log-to-file', '--disable-admin-api'],
    ],
  },
]

/** One of our packages with all its dependencies. */
function ownPackages(name, seen = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  seen.add(`@cedi/${name}`)
  for (const needed of Object.keys(dependencies)) {
    if (seen.has(needed)) continue
    if (!needed.startsWith('@cedi/'))
      throw new Error(`@cedi/${name} depends on ${needed}: count what that brings, too.`)
    ownPackages(needed.slice('@cedi/'.length), seen)
  }
  return seen
}

/** What every request of the comparison carries. */
export const authorization = { Authorization: 'Bearer sk_test_all' }

/** A free port, the command and the addresses of one server. */
export async function prepare({ command, query = 'limit=20' }) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/api/v1`
  return {
    command: command(port).map(String),
    productsUrl: `${base}/products?${query}`,
    paymentsUrl: `${base}/payments`,
  }
}
