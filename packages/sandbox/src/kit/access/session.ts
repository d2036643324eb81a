import { makePlan } from '@cedi/ledger'
import {
  baseUrlOf,
  type Context,
  type IncomingRequest,
  pathOf,
  readToken,
  sha256Hex,
  signToken,
} from '@cedi/mock-server/service'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Door, Guest } from './door.js'
import { type Standing, unguessable } from './invitation.js'

/** A working day. @decision 0037 */
const lifetimeMs = 8 * 3_600_000

/** Somebody who has come in. */
export interface Session extends Guest {
  /** The row that says so: without it the cookie is worth nothing. */
  readonly row: string
  /** What every form of this session carries, and no other page can know. */
  readonly formToken: string
}

interface Claims {
  readonly d: Door
  readonly m: string
  readonly s: string
  readonly e: number
}

const rowOf = (secretId: string): string => `session_${sha256Hex(secretId)}`
const cookieName = (door: Door): string => `cedi_${door}`

/**
 * Uses an invitation up and opens a session, in one step: of two who send it at once, one comes in. The id of the
 * session is new, whatever the browser sent before.
 *
 * @returns The cookie; nothing when somebody was faster.
 * @decision 0037
 */
export async function openSession(
  context: Context,
  request: IncomingRequest,
  { guest, row }: Extract<Standing, { state: 'open' }>,
): Promise<string | undefined> {
  const { door, merchant } = guest
  const before = await readSession(context, request, door)
  const id = unguessable()
  const endMs = context.clock.nowMs() + lifetimeMs
  const session = { merchant, id: rowOf(id), due_ms: endMs, kind: 'session_end', ref: door, data: {} }
  const { outcome } = await context.store.commit(
    makePlan(merchant, { removes: [{ table: 'events', id: row }], inserts: [{ table: 'events', row: session }] }),
  )
  if (outcome !== 'ok') return undefined
  if (before) await endSession(context, before)
  const value = signToken(context.secret, { d: door, m: merchant, s: id, e: endMs } satisfies Claims)
  return cookie(context, request, door, value, lifetimeMs / 1000)
}

/** The session of a request; nothing when it has none that is alive. */
export async function readSession(
  { store, secret, clock }: Context,
  { headers }: IncomingRequest,
  door: Door,
): Promise<Session | undefined> {
  const values = cookiesOf(headers.get('cookie') ?? '', cookieName(door))
  // With two of one name, one was put there by somebody else: neither is believed.
  const [value = ''] = values.length === 1 ? values : []
  const claims = value.length > 1024 ? undefined : (readToken(secret, value) as Partial<Claims> | undefined)
  const { d, m, s, e } = claims ?? {}
  if (d !== door || typeof m !== 'string' || typeof s !== 'string' || typeof e !== 'number') return undefined
  if (e <= clock.nowMs()) return undefined
  const row = rowOf(s)
  if (!(await store.get('events', m, row))) return undefined
  const formToken = bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`form/${s}`))).slice(0, 40)
  return { door, merchant: m, row, formToken }
}

/** Ends a session on every server. Ending it twice changes nothing. */
export async function endSession({ store }: Context, { merchant, row }: Session): Promise<void> {
  await store.commit(makePlan(merchant, { removes: [{ table: 'events', id: row }] }))
}

/** The cookie that takes the session out of the browser. */
export const noCookie = (context: Context, request: IncomingRequest, door: Door): string =>
  cookie(context, request, door, '', 0)

/** Strict: no link and no form of another site brings the session along. @decision 0037 */
function cookie(context: Context, request: IncomingRequest, door: Door, value: string, seconds: number): string {
  const base = baseUrlOf({ context, request })
  // Behind a proxy only the browser knows that it came by https.
  const isHttps = base.startsWith('https:') || request.headers.get('origin')?.startsWith('https:')
  const secure = isHttps ? '; Secure' : ''
  const path = `${pathOf(base)}/${door}`
  return `${cookieName(door)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

const cookiesOf = (header: string, name: string): string[] =>
  header
    .slice(0, 8192)
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
