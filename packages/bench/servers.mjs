import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getFreePort } from './measure.mjs'
import { builtFile, countPackages, peerFile, root, versions } from './peers.mjs'

const getServerFile = (file) => fileURLToPath(new URL(`children/servers/${file}`, import.meta.url))
const openapi = join(root, 'packages/contract/openapi.yaml')

/** Compared servers: name, start command for a port, query for twenty products. */
export const servers = [
  {
    name: 'bare node:http',
    packages: () => 0,
    command: (port) => [getServerFile('floor.mjs'), port],
  },
  {
    name: 'cedi-mock',
    packages: () => collectPackages('mock-server').size,
    command: (port) => [builtFile('mock-server', 'cli.js'), '--port', port, '--json'],
  },
  {
    name: `json-server ${versions['json-server']}`,
    packages: () => countPackages('json-server'),
    query: '_limit=20',
    command: (port) => [
      peerFile('json-server', 'lib/cli/bin.js'),
      getServerFile('json-server-data.cjs'),
      ...['--routes', getServerFile('json-server-routes.json'), '--port', port, '--host', '127.0.0.1', '--quiet'],
    ],
  },
  {
    name: `msw ${versions.msw} on a port`,
    packages: () => countPackages('msw'),
    command: (port) => [getServerFile('msw.mjs'), port],
  },
  {
    name: `Prism ${versions['@stoplight/prism-cli']}`,
    packages: () => countPackages('@stoplight/prism-cli'),
    command: (port) => [
      peerFile('@stoplight/prism-cli', 'dist/index.js'),
      ...['mock', openapi, '--port', port, '--host', '127.0.0.1', '--verboseLevel', 'silent'],
    ],
  },
  {
    name: `Mockoon ${versions['@mockoon/cli']}`,
    packages: () => countPackages('@mockoon/cli'),
    command: (port) => [
      peerFile('@mockoon/cli', 'bin/run.js'),
      ...['start', '--data', openapi, '--port', port, '--hostname', '127.0.0.1'],
      ...['--disable-log-to-file', '--disable-admin-api'],
    ],
  },
]

/** Returns a Cedi package with all its dependencies. */
function collectPackages(name, seen = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  seen.add(`@cedi/${name}`)
  for (const dependency of Object.keys(dependencies)) {
    if (seen.has(dependency)) continue
    if (!dependency.startsWith('@cedi/'))
      throw new Error(`@cedi/${name} depends on ${dependency}. Add its dependencies to this count.`)
    collectPackages(dependency.slice('@cedi/'.length), seen)
  }
  return seen
}

/** Headers of every request. */
export const authorizationHeaders = { Authorization: 'Bearer sk_test_all' }

/** Chooses a port and returns the command and URLs of a server. */
export async function prepareServer({ command, query = 'limit=20' }) {
  const port = await getFreePort()
  const base = `http://127.0.0.1:${port}/api/v1`
  return {
    command: command(port).map(String),
    productsUrl: `${base}/products?${query}`,
    paymentsUrl: `${base}/payments`,
  }
}
