import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../src/world.js'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

// A short script has fewer repetitions, so it shrinks less.
test.each([
  ['/checkout?o=https://shop.test', 0.5],
  ['/service.js', 0.5],
  ['/embed.js', 0.55],
  ['/buy.js', 0.5],
  ['/@efua/krobo-beads', 0.5],
] as const)(
  '%s is compressed to at most %d of its size for clients that accept gzip and uncompressed for others',
  async (path, maxShare) => {
    const requestWith = async (encoding: string) => {
      const { request } = await import('node:http')
      const { url } = world.network
      return new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>(
        (resolve, reject) => {
          request(url + path, { headers: { 'Accept-Encoding': encoding } }, async (response) => {
            const parts: Buffer[] = []
            for await (const part of response) parts.push(part as Buffer)
            const { 'content-encoding': contentEncoding, vary } = response.headers
            resolve({ encoding: contentEncoding, vary, body: Buffer.concat(parts) })
          })
            .on('error', reject)
            .end()
        },
      )
    }
    const uncompressed = await requestWith('identity')
    const compressed = await requestWith('gzip')
    expect(uncompressed.encoding).toBeUndefined()
    expect(compressed).toMatchObject({ encoding: 'gzip', vary: expect.stringMatching(/accept-encoding/i) })
    if (!path.startsWith('/checkout')) expect(gunzipSync(compressed.body).equals(uncompressed.body)).toBe(true)
    expect(compressed.body.length).toBeLessThanOrEqual(uncompressed.body.length * maxShare)
  },
)
