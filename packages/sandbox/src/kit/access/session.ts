import { encodeUtf8, getBaseUrl, getPath, sha256Hex } from '@cedi/mock-server/internal'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { getSignedCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { accessTokenStore } from '../../stores/access-tokens.js'
import { setCookie, setSignedCookie } from '../cookies.js'
import type { HonoContext } from '../hono-env.js'
import type { AreaEnv } from '../page-context.js'
import type { Area, Session } from './area.js'
import { type InvitationState, randomToken } from './invitation.js'

/** Lifetime of a session: a working day. @decision 0037 */
const lifetimeMs = 8 * 3_600_000

const toRow = (secretId: string): string => `session_${sha256Hex(secretId)}`
const cookieName = (area: Area): string => `cedi_${area}`

/** Returns the key for cookie signatures. It differs by area, so that a signature is valid in one area only. */
const cookieSecret = ({ env }: HonoContext<AreaEnv>, area: Area): string => `${env.context.secret}/session/${area}`

/**
 * Uses up an invitation and opens a session in one step, so that only one of two simultaneous requests succeeds. The
 * session gets a new id, to prevent session fixation.
 *
 * @returns Whether the session was opened; false if the invitation was already used.
 * @decision 0037
 */
export async function openSession(
  c: HonoContext<AreaEnv>,
  { principal, row }: Extract<InvitationState, { state: 'open' }>,
): Promise<boolean> {
  const { context } = c.env
  const { area, merchant } = principal
  const previous = await readSession(c, area)
  const id = randomToken()
  const expiresMs = context.clock.nowMs() + lifetimeMs
  if (!(await accessTokenStore(context.store).replace(row, { merchant, id: toRow(id), area, expiresMs }))) return false
  if (previous) await deleteSession(c, previous)
  const options = { ...cookieOptions(c, area), maxAge: lifetimeMs / 1000, secret: cookieSecret(c, area) }
  await setSignedCookie(c, cookieName(area), `${id}.${expiresMs}.${merchant}`, options)
  return true
}

/** Reads the session of a request. Returns undefined without a valid one. */
export async function readSession(c: HonoContext<AreaEnv>, area: Area): Promise<Session | undefined> {
  const { secret, store, clock } = c.env.context
  const name = cookieName(area)
  const header = c.req.header('cookie') ?? ''
  // A second cookie with the name was set by another site of the domain: reject both.
  const count = header.split(';').filter((part) => part.trim().startsWith(`${name}=`)).length
  if (count !== 1) return undefined
  const value = await getSignedCookie(c, cookieSecret(c, area), name)
  const [, id = '', expiresMs, merchant = ''] = /^([0-9a-f]{64})\.(\d+)\.(.+)$/.exec(value || '') ?? []
  if (Number(expiresMs ?? 0) <= clock.nowMs()) return undefined
  const row = toRow(id)
  if (!(await accessTokenStore(store).has(merchant, row))) return undefined
  const formToken = bytesToHex(hmac(sha256, encodeUtf8(secret), encodeUtf8(`form/${id}`))).slice(0, 40)
  return { area, merchant, row, formToken }
}

/** Ends a session on every server, and deletes its cookie. Idempotent. */
export async function endSession(c: HonoContext<AreaEnv>, session: Session): Promise<void> {
  await deleteSession(c, session)
  setCookie(c, cookieName(session.area), '', { ...cookieOptions(c, session.area), maxAge: 0 })
}

const deleteSession = ({ env: { context } }: HonoContext<AreaEnv>, { merchant, row }: Session) =>
  accessTokenStore(context.store).delete(merchant, row)

/** Returns cookie options. `SameSite=Strict`: links and forms of other sites do not send the cookie. @decision 0037 */
function cookieOptions({ env: { context, request } }: HonoContext<AreaEnv>, area: Area): CookieOptions {
  const base = getBaseUrl({ context, request })
  // Behind a TLS proxy, only the Origin header has the https scheme.
  const secure = base.startsWith('https:') || request.headers.get('origin')?.startsWith('https:') === true
  return { path: `${getPath(base)}/${area}`, httpOnly: true, sameSite: 'Strict', secure }
}
