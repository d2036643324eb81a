import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encode, selectCoding } from './compress.js'

describe('the compression of a response', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
    ['gzip;q=2', undefined],
    ['gzipp, brr', undefined],
    [`${'x,'.repeat(400)}gzip`, undefined],
  ])('for %j is %j', (acceptEncoding, coding) => {
    expect(selectCoding(acceptEncoding)).toBe(coding)
  })
})

describe('a response', () => {
  const body = 'Akwaaba, GH₵120.00. '.repeat(200)
  const headers = { 'Cache-Control': 'no-store' }

  test('a compressible response has the same content in fewer bytes', async () => {
    for (const lasting of ['no-store', 'public, max-age=300'])
      for (const [coding, read] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const encoded = await encode({ headers: { 'Cache-Control': lasting }, body, isCompressible: true }, coding)
        expect(encoded.headers).toEqual({
          'Cache-Control': lasting,
          Vary: 'Accept-Encoding',
          'Content-Encoding': coding,
        })
        expect(read(encoded.bytes).toString('utf8')).toBe(body)
        expect(encoded.bytes.length).toBeLessThan(body.length / 4)
      }
  })

  test('that many callers get is compressed once, and as far as can be', async () => {
    const long = Array.from({ length: 900 }, (_, index) => `${index} ${(index * 7919) % 1009} cedis`).join('\n')
    const [ownBuffer, first, secondBuffer] = [
      await encode({ headers, body: long, isCompressible: true }, 'br'),
      await encode({ headers, body: long, isCompressible: true, isShared: true }, 'br'),
      await encode({ headers, body: long, isCompressible: true, isShared: true }, 'br'),
    ]
    expect(brotliDecompressSync(first.bytes).toString()).toBe(long)
    expect(first.bytes.length).toBeLessThan(ownBuffer.bytes.length)
    expect(secondBuffer.bytes).toBe(first.bytes)
    // A response that is not compressible is not changed.
    expect((await encode({ headers, body: long, isShared: true }, 'br')).bytes.length).toBe(long.length)
  })

  test('that is sent uncompressed still has a Vary header, so that caches keep the two apart', async () => {
    const encoded = await encode({ headers: { ...headers, Vary: 'Origin' }, body, isCompressible: true }, 'identity')
    expect(encoded).toEqual({ headers: { ...headers, Vary: 'Origin, Accept-Encoding' }, bytes: Buffer.from(body) })
  })

  test('that must not be compressed, or is short, is sent unchanged', async () => {
    expect(await encode({ headers, body }, 'br')).toEqual({ headers, bytes: Buffer.from(body) })
    expect(await encode({ headers, body: 'short', isCompressible: true }, 'br')).toEqual({
      headers,
      bytes: Buffer.from('short'),
    })
  })
})
