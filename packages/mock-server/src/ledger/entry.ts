import { sha256 } from '@noble/hashes/sha2.js'
import type { Account } from './accounts.js'
import type { EntryKind, Posting } from './posting.js'
import type { EntryRow } from './tables/entries.js'
import { encodeUtf8 } from './utf8.js'

/** Returns the id of an entry: twelve digits, so that ids sort like their sequences. */
export function entryId(sequence: number): string {
  return String(sequence).padStart(12, '0')
}

/**
 * Returns the canonical text of an entry, which is hashed.
 *
 * `sequence|kind|source|at_ms|postings|balances|memo`; a posting is `debit>credit=amount`, a balance `account=amount`.
 * Several are joined by commas, balances in chart order. Only the memo, the last field, can contain a pipe. Example:
 * `2|payment_available|PAY_1|0|merchant:pending>merchant:available=9600|merchant:pending=0,merchant:available=9600|`
 *
 * @decision 0014
 */
export function canonicalText(entry: Omit<EntryRow, 'merchant' | 'id' | 'previous_hash' | 'hash'>): string {
  const balances = entry.balances.map(({ account, balancePesewas }) => `${account}=${balancePesewas}`)
  const { sequence, kind, source, at_ms: atMs, memo } = entry
  // `join` creates a flat string. A concatenated one would keep all of its parts in memory.
  return [sequence, kind, source, atMs, formatPostings(entry.postings), balances.join(','), memo ?? ''].join('|')
}

/** Returns the postings of an entry in canonical text. */
const formatPostings = (postings: readonly Posting[]): string =>
  postings.map(({ debit, credit, amountPesewas }) => `${debit}>${credit}=${amountPesewas}`).join(',')

/** Parses the canonical text of an entry. */
export function parseCanonicalText(merchant: string, text: string, previousHash: string, hash: string): EntryRow {
  const [sequence = '', kind, source = '', atMs, postings = '', balances = '', ...memo] = text.split('|')
  return {
    merchant,
    id: entryId(Number(sequence)),
    sequence: Number(sequence),
    kind: kind as EntryKind,
    source,
    at_ms: Number(atMs),
    postings: postings.split(',').map(parsePosting),
    balances: balances.split(',').map(parseBalance),
    memo: memo.join('|') || null,
    previous_hash: previousHash,
    hash,
  }
}

function parsePosting(text: string): Posting {
  const [middle, end] = [text.indexOf('>'), text.indexOf('=')]
  return {
    debit: text.slice(0, middle) as Account,
    credit: text.slice(middle + 1, end) as Account,
    amountPesewas: parseAmountAfter(text, end),
  }
}

function parseBalance(text: string): EntryRow['balances'][number] {
  const end = text.indexOf('=')
  return { account: text.slice(0, end) as Account, balancePesewas: parseAmountAfter(text, end) }
}

/** Parses the amount after a position; 0 without an amount, which violates an invariant. */
const parseAmountAfter = (text: string, end: number): bigint => BigInt(end < 0 ? '' : text.slice(end + 1))

const hexDigits = '0123456789abcdef'

/**
 * Returns the SHA-256 of a string as UTF-8, hexadecimal. In PostgreSQL: `encode(sha256(convert_to(text, 'UTF8')), 'hex')`.
 *
 * @param text - Any text.
 */
export const hashText = (text: string): string => toHex(sha256(encodeUtf8(text)))

/**
 * Converts bytes to hexadecimal digits.
 *
 * @param bytes - Any bytes.
 */
export function toHex(bytes: Uint8Array): string {
  const codes: number[] = []
  for (const byte of bytes) {
    codes.push(hexDigits.charCodeAt(byte >> 4), hexDigits.charCodeAt(byte & 15))
  }
  // Built in one step: a string built by appending digits takes ten times the memory.
  return String.fromCharCode(...codes)
}

/**
 * Returns the hash of an entry: SHA-256 of the previous hash and the canonical text.
 *
 * @param previousHash - The hash of the previous entry; {@link firstHash} for the first.
 * @param text - From {@link canonicalText}.
 * @decision 0014
 */
export function entryHash(previousHash: string, text: string): string {
  return hashText(previousHash + text)
}

/**
 * Returns the previous hash of a merchant's first entry: the hash of the merchant's id, so that each merchant has a
 * different chain.
 *
 * @decision 0014
 */
export function firstHash(merchant: string): string {
  return hashText(merchant)
}
