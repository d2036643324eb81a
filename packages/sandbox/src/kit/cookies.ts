import { type CookieOptions, serialize, serializeSigned } from 'hono/utils/cookie'
import type { Asked, Served } from './served.js'

// By hand around Hono's own text of a cookie: its helpers write a header of a Response, and in a browser no Response
// keeps a cookie. In a service worker the pages would forget who has come in.

/** Has the browser keep a cookie. An answer keeps one at most. */
export function keepCookie<Env extends Served>(
  { env }: Asked<Env>,
  name: string,
  value: string,
  options: CookieOptions,
): void {
  env.told.cookie = serialize(name, value, options)
}

/** The same, signed: nobody who does not know the secret can change it. */
export async function keepSignedCookie<Env extends Served>(
  { env }: Asked<Env>,
  name: string,
  value: string,
  { secret, ...options }: CookieOptions & { readonly secret: string },
): Promise<void> {
  env.told.cookie = await serializeSigned(name, value, secret, options)
}
