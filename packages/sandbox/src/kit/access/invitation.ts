import { type Context, readToken, sha256Hex, signToken } from '@cedi/mock-server/internal'
import { accessTokenStore } from '../../stores/access-tokens.js'
import type { Area, Principal } from './area.js'

const dayMs = 86_400_000

/** Lifetime of an invitation. Shorter for the operator desk, which gives more access. @decision 0037 */
const lifetimeMs: Readonly<Record<Area, number>> = { portal: 7 * dayMs, operator: dayMs }

/** A link that can be used once to sign in. */
export interface Invitation {
  readonly url: string
  readonly expires_at: string
}

interface Claims {
  readonly d: Area
  readonly m: string
  readonly i: string
  readonly e: number
}

/** Returns 256 random bits in hexadecimal. */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const toRow = (secretId: string): string => `invitation_${sha256Hex(secretId)}`

/**
 * Creates an invitation. Only the hash of its id is stored. Deleting the hash uses the invitation up, once over all
 * servers.
 *
 * @param baseUrl - Start of the link.
 * @decision 0037
 */
export async function createInvitation(
  { store, secret, clock }: Pick<Context, 'store' | 'secret' | 'clock'>,
  { area, merchant }: Principal,
  baseUrl: string,
): Promise<Invitation> {
  const id = randomToken()
  const expiresMs = clock.nowMs() + lifetimeMs[area]
  await accessTokenStore(store).create({ merchant, id: toRow(id), area, expiresMs }, clock.nowMs())
  const token = signToken(secret, { d: area, m: merchant, i: id, e: expiresMs } satisfies Claims)
  return { url: `${baseUrl}/${area}/invitations/${token}`, expires_at: new Date(expiresMs).toISOString() }
}

/** State of an invitation; `wrong` if this service did not sign it. */
export type InvitationState =
  | { readonly state: 'open'; readonly principal: Principal; readonly row: string }
  | { readonly state: 'used' | 'expired' | 'wrong' }

/** Reads an invitation without using it up, because link previews open links before people do. */
export async function readInvitation(
  { store, secret, clock }: Pick<Context, 'store' | 'secret' | 'clock'>,
  area: Area,
  token: string,
): Promise<InvitationState> {
  const claims = token.length > 1024 ? undefined : (readToken(secret, token) as Partial<Claims> | undefined)
  const { d, m, i, e } = claims ?? {}
  if (d !== area || typeof m !== 'string' || typeof i !== 'string' || typeof e !== 'number') return { state: 'wrong' }
  if (e <= clock.nowMs()) return { state: 'expired' }
  const row = toRow(i)
  if (!(await accessTokenStore(store).has(m, row))) return { state: 'used' }
  return { state: 'open', principal: { area, merchant: m }, row }
}
