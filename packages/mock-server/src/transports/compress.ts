import { promisify } from 'node:util'
import type { HttpResponse } from '../http/response.js'

type Coding = 'br' | 'gzip'

/** Minimum length of a compressed body. A shorter one fits into one packet. */
const minCompressedLength = 1024
/** Maximum number of cached bodies: the API description, and the scripts in each version. */
const maxCached = 32

/** Loads zlib with the first compressed response. The mock server alone compresses nothing. */
const compressors: Readonly<Record<Coding, (bytes: Buffer, isCached: boolean) => Promise<Buffer>>> = {
  // The strongest compression takes 40 ms, so only cached bodies use it.
  async br(bytes, isCached) {
    const { brotliCompress, constants } = await import('node:zlib')
    return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isCached ? 11 : 5 } })
  },
  async gzip(bytes, isCached) {
    const { gzip } = await import('node:zlib')
    return promisify(gzip)(bytes, { level: isCached ? 9 : 6 })
  },
}

/**
 * Selects the content coding that a caller prefers; undefined if it accepts none.
 *
 * @param acceptEncoding - The header `Accept-Encoding`.
 */
export function selectCoding(acceptEncoding: string | undefined): Coding | undefined {
  const weights = new Map<string, number>()
  for (const part of (acceptEncoding ?? '').slice(0, 500).toLowerCase().split(',')) {
    const [name = '', weight = 'q=1'] = part.split(';').map((text) => text.trim())
    const [, q] = /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(weight) ?? []
    weights.set(name, q === undefined ? 0 : Number(q))
  }
  const weightOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0
  const preferredCoding = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  return weightOf(preferredCoding) > 0 ? preferredCoding : undefined
}

/** Bytes of shared bodies. Unread responses of many callers then need the memory of one. */
const cached = new Map<string, Map<Coding | 'identity', Buffer | Promise<Buffer>>>()

async function toBytes(body: string, coding: Coding | 'identity', isCached: boolean): Promise<Buffer> {
  const create = () => {
    const bytes = Buffer.from(body, 'utf8')
    return coding === 'identity' ? bytes : compressors[coding](bytes, isCached)
  }
  if (!isCached) return create()
  const codings = cached.get(body) ?? new Map()
  const bytes = codings.get(coding) ?? create()
  cached.set(body, codings.set(coding, bytes))
  const [oldest] = cached.keys()
  if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest)
  return bytes
}

/** Encodes a response for its caller. @decision 0029 */
export async function encode(
  { headers, body, bytes: buffer, isCompressible, isShared }: Omit<HttpResponse, 'status' | 'follow'>,
  acceptEncoding: string | undefined,
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly bytes: Buffer }> {
  // Binary bodies are already compressed.
  if (buffer) return { headers, bytes: Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength) }
  const isCached = isShared || headers['Cache-Control']?.startsWith('public') || false
  if (!isCompressible || body.length < minCompressedLength)
    return { headers, bytes: await toBytes(body, 'identity', isCached) }
  const { Vary } = headers
  const headersWithVary = { ...headers, Vary: Vary ? `${Vary}, Accept-Encoding` : 'Accept-Encoding' }
  const coding = selectCoding(acceptEncoding)
  const bytes = await toBytes(body, coding ?? 'identity', isCached)
  return { headers: coding ? { ...headersWithVary, 'Content-Encoding': coding } : headersWithVary, bytes }
}
