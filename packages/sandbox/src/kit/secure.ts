import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Carried } from './document.js'
import type { Served } from './served.js'

/** What a page may do in a browser. */
interface Policy {
  readonly style: Carried
  /** The one script that it runs; none when it is left out. */
  readonly script?: Carried
  /** Where its links and forms say that they come from. */
  readonly referrer?: 'no-referrer' | 'same-origin'
}

/**
 * The headers of a page that nobody frames, that asks nobody else for anything and that runs nothing but its own
 * script.
 *
 * @decision 0029
 */
export const secured = ({ style, script, referrer = 'no-referrer' }: Policy): MiddlewareHandler<Served> =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [`'${style.hash}'`],
      scriptSrc: [script ? `'${script.hash}'` : "'none'"],
      connectSrc: ["'self'"],
      imgSrc: ['data:'],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    referrerPolicy: referrer,
    xFrameOptions: 'DENY',
    // What follows says nothing to browsers of today, or speaks for the whole address and not for a page.
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
