import { type CookieOptions, serialize, serializeSigned } from 'hono/utils/cookie'
import type { HonoContext, HonoEnv } from './hono-env.js'

// Uses only Hono's serializers: Hono's `setCookie` sets a header of a `Response`, and a browser removes `Set-Cookie` from
// it. In a service worker, every session would be lost.

/** Sets the cookie of a response. A response has at most one. */
export function setCookie<Env extends HonoEnv>(
  { env }: HonoContext<Env>,
  name: string,
  value: string,
  options: CookieOptions,
): void {
  env.meta.cookie = serialize(name, value, options)
}

/** Sets a signed cookie. */
export async function setSignedCookie<Env extends HonoEnv>(
  { env }: HonoContext<Env>,
  name: string,
  value: string,
  { secret, ...options }: CookieOptions & { readonly secret: string },
): Promise<void> {
  env.meta.cookie = await serializeSigned(name, value, secret, options)
}
