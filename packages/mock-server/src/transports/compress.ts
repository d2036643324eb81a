import { promisify } from 'node:util'
import type { HttpResponse } from '../http/response.js'

type Coding = 'br' | 'gzip'

/** Minimum size of a compressed body. A smaller one fits into one packet. */
const minCompressedBytes = 1024
/** Maximum number of cached compressed responses: the scripts, in each version and coding. */
const maxCached = 64

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

const cached = new Map<string, Promise<Buffer>>()

function compress(body: string, coding: Coding, isCached: boolean): Promise<Buffer> {
  if (!isCached) return compressors[coding](Buffer.from(body, 'utf8'), false)
  const name = `${coding} ${body}`
  const found = cached.get(name) ?? compressors[coding](Buffer.from(body, 'utf8'), true)
  cached.set(name, found)
  const [oldest] = cached.keys()
  if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest)
  return found
}

/** Encodes a response for its caller. @decision 0029 */
export async function encode(
  { headers, body, bytes: buffer, isCompressible, isShared }: Omit<HttpResponse, 'status' | 'follow'>,
  acceptEncoding: string | undefined,
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly bytes: Buffer }> {
  // Binary bodies are already compressed.
  if (buffer) return { headers, bytes: Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength) }
  const bytes = Buffer.from(body, 'utf8')
  if (!isCompressible || bytes.length < minCompressedBytes) return { headers, bytes }
  const { Vary } = headers
  const headersWithVary = { ...headers, Vary: Vary ? `${Vary}, Accept-Encoding` : 'Accept-Encoding' }
  const coding = selectCoding(acceptEncoding)
  if (!coding) return { headers: headersWithVary, bytes }
  const isCached = isShared || headers['Cache-Control']?.startsWith('public') || false
  return { headers: { ...headersWithVary, 'Content-Encoding': coding }, bytes: await compress(body, coding, isCached) }
}
