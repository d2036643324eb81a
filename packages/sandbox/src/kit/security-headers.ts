import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { InlineCode } from './document.js'
import type { HonoEnv } from './hono-env.js'

/** Options for {@link securityHeaders}. */
interface SecurityOptions {
  readonly style: InlineCode
  /** The only allowed script. */
  readonly script?: InlineCode
  /** `Referrer-Policy` of the page. */
  readonly referrer?: 'no-referrer' | 'same-origin'
  /** Whether the page contains a buy button: scripts and the checkout of this service, and pictures of products. */
  readonly allowsEmbed?: boolean
}

/**
 * Middleware that sets the security headers of a page. They forbid framing, requests to other hosts, and other scripts.
 *
 * @decision 0029
 */
export const securityHeaders = ({
  style,
  script,
  referrer = 'no-referrer',
  allowsEmbed = false,
}: SecurityOptions): MiddlewareHandler<HonoEnv> =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [`'${style.hash}'`],
      scriptSrc: [script ? `'${script.hash}'` : "'none'", ...(allowsEmbed ? ["'self'"] : [])],
      connectSrc: ["'self'"],
      imgSrc: ['data:', ...(allowsEmbed ? ['https:'] : [])],
      ...(allowsEmbed && { frameSrc: ["'self'"] }),
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    referrerPolicy: referrer,
    xFrameOptions: 'DENY',
    // Current browsers ignore the other headers, or apply them to a whole origin.
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
