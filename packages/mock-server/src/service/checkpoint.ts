import { type Checkpoint, createCheckpoint } from '../ledger/index.js'
import type { Context } from './context.js'
import { readToken, signToken } from './token.js'

/**
 * The contents of a signed checkpoint. Anybody can read it; only a server with the secret can make one. @decision 0089
 */
interface CheckpointClaims {
  /** Its kind: other tokens are signed with the same secret. */
  readonly k: 'checkpoint'
  /** The merchant. */
  readonly m: string
  /** The sequence of the last entry; 0 when there was none. */
  readonly s: number
  /** Its hash. */
  readonly h: string
}

/** The state of a merchant's ledger, optionally signed, for a later comparison. */
export async function signedCheckpoint(
  { store, secret }: Context,
  merchant: string,
): Promise<Checkpoint & { readonly checkpoint: string }> {
  const at = await createCheckpoint(store, merchant)
  const claims: CheckpointClaims = { k: 'checkpoint', m: merchant, s: at.sequence, h: at.hash }
  return { ...at, checkpoint: signToken(secret, claims) }
}

/** Reads a checkpoint that `signedCheckpoint` made with the same secret; undefined for any other text. */
export function readCheckpoint(secret: string, text: string): Checkpoint | undefined {
  const claims = readToken(secret, text) as Partial<CheckpointClaims> | undefined
  if (claims?.k !== 'checkpoint') return undefined
  const { m: merchant, s: sequence, h: hash } = claims as CheckpointClaims
  return { merchant, sequence, hash }
}
