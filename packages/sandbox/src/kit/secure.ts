import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Carried } from './document.js'
import type { HonoEnv } from './served.js'

/** What a page may do in a browser. */
interface Policy {
  readonly style: Carried
  /** The one script that it runs; when missing, none. */
  readonly script?: Carried
  /** What its links and forms send as referrer. */
  readonly referrer?: 'no-referrer' | 'same-origin'
}

/**
 * The headers of a page that nobody may frame, that loads nothing from others, and that runs only its own script.
 *
 * @decision 0029
 */
export const secured = ({ style, script, referrer = 'no-referrer' }: Policy): MiddlewareHandler<HonoEnv> =>
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
    // The other headers mean nothing to current browsers, or apply to a whole origin instead of a page.
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
