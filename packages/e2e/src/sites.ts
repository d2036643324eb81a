import { execFileSync } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/**
 * Where the shop and the service are: always on two sites, as in reality. To a browser, two ports of one host are one
 * site, which hides what separate or refused storage does to a buyer. `secure` needs a browser that can resolve test
 * names: Chromium.
 */
export type Sites = 'loopback' | 'secure'

/** The hosts of a run. All four are secure contexts: their pages may do what https pages may. */
const hosts = {
  loopback: { shop: '127.0.0.1', service: 'localhost' },
  secure: { shop: 'shop.test', service: 'pay.test' },
} as const

/** Tells Chromium how to resolve the names. */
export const hostRules = `--host-resolver-rules=${Object.values(hosts.secure)
  .map((host) => `MAP ${host} 127.0.0.1`)
  .join()}`

/** A listening server, at the address that a browser uses. */
export interface Listening {
  readonly server: Server
  readonly origin: string
  readonly port: number
  close(): Promise<void>
}

/** Listens on a free port of this machine. */
export async function listenAs(who: 'shop' | 'service', sites: Sites, answer: RequestListener): Promise<Listening> {
  const server = sites === 'secure' ? createSecureServer(certificate(), answer) : createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    origin: `${sites === 'secure' ? 'https' : 'http'}://${hosts[sites][who]}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

let made: { readonly key: string; readonly cert: string } | undefined

/** A certificate for the names, made for this run only. The browser is told not to check who signed it. */
function certificate() {
  if (made) return made
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
  made = { key: pem, cert: pem }
  return made
}
