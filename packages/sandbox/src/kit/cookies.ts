import { type CookieOptions, serialize, serializeSigned } from 'hono/utils/cookie'
import type { Asked, HonoEnv } from './served.js'

// Builds on Hono's serialised cookie only: Hono's helpers write a header of a Response, and in a browser a Response
// drops cookies. In a service worker the pages would forget who has signed in.

/** Sets a cookie. An answer sets at most one. */
export function keepCookie<Env extends HonoEnv>(
  { env }: Asked<Env>,
  name: string,
  value: string,
  options: CookieOptions,
): void {
  env.told.cookie = serialize(name, value, options)
}

/** Sets a signed cookie: nobody without the secret can change it. */
export async function keepSignedCookie<Env extends HonoEnv>(
  { env }: Asked<Env>,
  name: string,
  value: string,
  { secret, ...options }: CookieOptions & { readonly secret: string },
): Promise<void> {
  env.told.cookie = await serializeSigned(name, value, secret, options)
}
