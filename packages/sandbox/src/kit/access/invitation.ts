import type { Context } from '@cedi/mock-server/service'
import { readToken, sha256Hex, signToken } from '@cedi/mock-server/service'
import { passesOf } from '../../stores/passes.js'
import type { Door, Guest } from './door.js'

const day = 86_400_000

/**
 * How long an invitation is valid. One to the operator desk gives more access, so it is valid for less time. @decision
 * 0037
 */
const lifetimeMs: Readonly<Record<Door, number>> = { portal: 7 * day, operator: day }

/** A link that lets somebody in once. */
export interface Invitation {
  readonly url: string
  readonly expires_at: string
}

interface Claims {
  readonly d: Door
  readonly m: string
  readonly i: string
  readonly e: number
}

/** A text that nobody can guess: 256 bits. */
export function unguessable(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const rowOf = (secretId: string): string => `invitation_${sha256Hex(secretId)}`

/**
 * Makes an invitation. Only its hash is stored. The hash can be deleted only once, whichever server does it.
 *
 * @param baseUrl - What the link starts with.
 * @decision 0037
 */
export async function invite(
  { store, secret, clock }: Pick<Context, 'store' | 'secret' | 'clock'>,
  { door, merchant }: Guest,
  baseUrl: string,
): Promise<Invitation> {
  const id = unguessable()
  const endMs = clock.nowMs() + lifetimeMs[door]
  await passesOf(store).keep({ merchant, id: rowOf(id), door, endMs }, clock.nowMs())
  const token = signToken(secret, { d: door, m: merchant, i: id, e: endMs } satisfies Claims)
  return { url: `${baseUrl}/${door}/invitations/${token}`, expires_at: new Date(endMs).toISOString() }
}

/** The state of an invitation; `wrong` means that this service never made it. */
export type Standing =
  | { readonly state: 'open'; readonly guest: Guest; readonly row: string }
  | { readonly state: 'used' | 'expired' | 'wrong' }

/** Reads an invitation. That does not use it up, because programs open links before people do. */
export async function readInvitation(
  { store, secret, clock }: Pick<Context, 'store' | 'secret' | 'clock'>,
  door: Door,
  token: string,
): Promise<Standing> {
  const claims = token.length > 1024 ? undefined : (readToken(secret, token) as Partial<Claims> | undefined)
  const { d, m, i, e } = claims ?? {}
  if (d !== door || typeof m !== 'string' || typeof i !== 'string' || typeof e !== 'number') return { state: 'wrong' }
  if (e <= clock.nowMs()) return { state: 'expired' }
  const row = rowOf(i)
  if (!(await passesOf(store).has(m, row))) return { state: 'used' }
  return { state: 'open', guest: { door, merchant: m }, row }
}
