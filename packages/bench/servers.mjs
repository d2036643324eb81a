import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getFreePort } from './measure.mjs'
import { peerFile, root, versions } from './peers.mjs'

const getServerFile = (file) => fileURLToPath(new URL(`children/servers/${file}`, import.meta.url))
const openapi = join(root, 'packages/contract/openapi.yaml')

/** Compared servers: name, label, start command for a port, query for twenty products. */
export const servers = [
  { name: 'floor', label: 'bare node:http', command: (port) => [getServerFile('floor.mjs'), port] },
  { name: 'cedi', label: '@cedi/mock-server', command: (port) => [getServerFile('cedi.mjs'), port] },
  {
    name: 'json-server',
    label: `json-server ${versions['json-server']}`,
    query: '_limit=20',
    command: (port) => [
      peerFile('json-server', 'lib/cli/bin.js'),
      getServerFile('json-server-data.cjs'),
      ...['--routes', getServerFile('json-server-routes.json'), '--port', port, '--host', '127.0.0.1', '--quiet'],
    ],
  },
  {
    name: 'prism',
    label: `Prism ${versions['@stoplight/prism-cli']}`,
    command: (port) => [
      peerFile('@stoplight/prism-cli', 'dist/index.js'),
      ...['mock', openapi, '--port', port, '--host', '127.0.0.1', '--verboseLevel', 'silent'],
    ],
  },
]

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
