import { promisify } from 'node:util'
import type { HttpResponse } from '../http/response.js'

type Coding = 'br' | 'gzip'

/** A smaller body fits into one packet anyway. */
const worthBytes = 1024
/** Maximum number of cached compressed responses: the scripts, in each version and coding. */
const maxCached = 64

/** Loaded with the first answer that is compressed: the mock server alone compresses nothing. */
const compressors: Readonly<Record<Coding, (bytes: Buffer, isLasting: boolean) => Promise<Buffer>>> = {
  // The strongest compression takes 40 ms: once for a lasting file, never for a page.
  async br(bytes, isLasting) {
    const { brotliCompress, constants } = await import('node:zlib')
    return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isLasting ? 11 : 5 } })
  },
  async gzip(bytes, isLasting) {
    const { gzip } = await import('node:zlib')
    return promisify(gzip)(bytes, { level: isLasting ? 9 : 6 })
  },
}

/**
 * The coding that a caller prefers; undefined when it accepts none of ours.
 *
 * @param accepted - `Accept-Encoding`, as it was sent.
 */
export function codingFor(accepted: string | undefined): Coding | undefined {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? '').slice(0, 500).toLowerCase().split(',')) {
    const [name = '', weight = 'q=1'] = part.split(';').map((text) => text.trim())
    const [, q] = /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(weight) ?? []
    weights.set(name, q === undefined ? 0 : Number(q))
  }
  const weightOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  return weightOf(best) > 0 ? best : undefined
}

const cached = new Map<string, Promise<Buffer>>()

function compress(body: string, coding: Coding, isLasting: boolean): Promise<Buffer> {
  if (!isLasting) return compressors[coding](Buffer.from(body, 'utf8'), false)
  const name = `${coding} ${body}`
  const found = cached.get(name) ?? compressors[coding](Buffer.from(body, 'utf8'), true)
  cached.set(name, found)
  const [oldest] = cached.keys()
  if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest)
  return found
}

/** An answer as it is sent. @decision 0029 */
export async function encode(
  { headers, body, bytes: given, isCompressible, isShared }: Omit<HttpResponse, 'status' | 'follow'>,
  accepted: string | undefined,
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly bytes: Buffer }> {
  // Binary bodies are already compressed.
  if (given) return { headers, bytes: Buffer.from(given.buffer, given.byteOffset, given.byteLength) }
  const bytes = Buffer.from(body, 'utf8')
  if (!isCompressible || bytes.length < worthBytes) return { headers, bytes }
  const { Vary } = headers
  const named = { ...headers, Vary: Vary ? `${Vary}, Accept-Encoding` : 'Accept-Encoding' }
  const coding = codingFor(accepted)
  if (!coding) return { headers: named, bytes }
  const isLasting = isShared || headers['Cache-Control']?.startsWith('public') || false
  return { headers: { ...named, 'Content-Encoding': coding }, bytes: await compress(body, coding, isLasting) }
}
