import { baseUrlOf, pathOf, sha256Hex } from '@cedi/mock-server/service'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { getSignedCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { passesOf } from '../../stores/passes.js'
import { keepCookie, keepSignedCookie } from '../cookies.js'
import type { Asked } from '../served.js'
import type { Doorway } from '../visit.js'
import type { Door, Session } from './door.js'
import { type Standing, unguessable } from './invitation.js'

/** A working day. @decision 0037 */
const lifetimeMs = 8 * 3_600_000

const rowOf = (secretId: string): string => `session_${sha256Hex(secretId)}`
const cookieName = (door: Door): string => `cedi_${door}`

/** A signature for the portal, the desk or another part of the service is invalid for the others. */
const secretOf = ({ env }: Asked<Doorway>, door: Door): string => `${env.context.secret}/session/${door}`

/**
 * Uses up an invitation and opens a session, in one step: if two send it at once, one gets in. The session's id is new,
 * whatever the browser sent before.
 *
 * @returns Whether it was opened; false when somebody else was faster.
 * @decision 0037
 */
export async function openSession(
  c: Asked<Doorway>,
  { guest, row }: Extract<Standing, { state: 'open' }>,
): Promise<boolean> {
  const { context } = c.env
  const { door, merchant } = guest
  const before = await readSession(c, door)
  const id = unguessable()
  const endMs = context.clock.nowMs() + lifetimeMs
  const pass = { merchant, id: rowOf(id), door, endMs }
  if (!(await passesOf(context.store).exchange(row, pass))) return false
  if (before) await endRow(c, before)
  const options = { ...cookieOf(c, door), maxAge: lifetimeMs / 1000, secret: secretOf(c, door) }
  await keepSignedCookie(c, cookieName(door), `${id}.${endMs}.${merchant}`, options)
  return true
}

/** The session of a request; undefined when it has no valid one. */
export async function readSession(c: Asked<Doorway>, door: Door): Promise<Session | undefined> {
  const { secret, store, clock } = c.env.context
  const name = cookieName(door)
  const sent = c.req.header('cookie') ?? ''
  // If there are two cookies with the name, somebody else set one: trust neither.
  const count = sent.split(';').filter((part) => part.trim().startsWith(`${name}=`)).length
  if (count !== 1) return undefined
  const value = await getSignedCookie(c, secretOf(c, door), name)
  const [, id = '', endMs, merchant = ''] = /^([0-9a-f]{64})\.(\d+)\.(.+)$/.exec(value || '') ?? []
  if (Number(endMs ?? 0) <= clock.nowMs()) return undefined
  const row = rowOf(id)
  if (!(await passesOf(store).has(merchant, row))) return undefined
  const formToken = bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`form/${id}`))).slice(0, 40)
  return { door, merchant, row, formToken }
}

/** Ends a session on every server and deletes the browser's cookie. Ending it twice changes nothing. */
export async function endSession(c: Asked<Doorway>, session: Session): Promise<void> {
  await endRow(c, session)
  keepCookie(c, cookieName(session.door), '', { ...cookieOf(c, session.door), maxAge: 0 })
}

const endRow = ({ env: { context } }: Asked<Doorway>, { merchant, row }: Session) =>
  passesOf(context.store).end(merchant, row)

/** Strict: links and forms of other sites do not send the session. @decision 0037 */
function cookieOf({ env: { context, request } }: Asked<Doorway>, door: Door): CookieOptions {
  const base = baseUrlOf({ context, request })
  // Behind a proxy, only the browser knows that it used https.
  const secure = base.startsWith('https:') || request.headers.get('origin')?.startsWith('https:') === true
  return { path: `${pathOf(base)}/${door}`, httpOnly: true, sameSite: 'Strict', secure }
}
