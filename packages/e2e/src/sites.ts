import { execFileSync } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/**
 * Hosts of shop and service, always two sites as in production: browsers treat two ports of one host as one site, which
 * hides problems of partitioned or denied storage. `secure` needs a browser that resolves test names: Chromium.
 */
export type Sites = 'loopback' | 'secure'

/** Host names. All four are secure contexts. */
const hosts = {
  loopback: { shop: '127.0.0.1', service: 'localhost' },
  secure: { shop: 'shop.test', service: 'pay.test' },
} as const

/** Chromium flag that resolves the test names. */
export const hostRules = `--host-resolver-rules=${Object.values(hosts.secure)
  .map((host) => `MAP ${host} 127.0.0.1`)
  .join()}`

/** Listening server with its origin for browsers. */
export interface Listening {
  readonly server: Server
  readonly origin: string
  readonly port: number
  close(): Promise<void>
}

/** Listens on a free loopback port. */
export async function listenAs(role: 'shop' | 'service', sites: Sites, listener: RequestListener): Promise<Listening> {
  const server = sites === 'secure' ? createSecureServer(getCertificate(), listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    origin: `${sites === 'secure' ? 'https' : 'http'}://${hosts[sites][role]}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

let cachedCertificate: { readonly key: string; readonly cert: string } | undefined

/** Returns a self-signed certificate, created once per process. The browser ignores its issuer. */
function getCertificate() {
  if (cachedCertificate) return cachedCertificate
  const names = Object.values(hosts.secure).map((host) => `DNS:${host}`)
  const pem = execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...[
        '-subj',
        `/CN=${hosts.secure.shop}`,
        '-addext',
        `subjectAltName=${names.join()}`,
        '-keyout',
        '-',
        '-out',
        '-',
      ],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  cachedCertificate = { key: pem, cert: pem }
  return cachedCertificate
}
