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
  '%s is compressed to at most %d of its bytes for callers that accept it, and plain for all others',
  async (path, most) => {
    const ask = async (encoding: string) => {
      const { request } = await import('node:http')
      const { url } = world.network
      return new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>(
        (resolve, reject) => {
          request(url + path, { headers: { 'Accept-Encoding': encoding } }, async (answer) => {
            const parts: Buffer[] = []
            for await (const part of answer) parts.push(part as Buffer)
            const { 'content-encoding': got, vary } = answer.headers
            resolve({ encoding: got, vary, body: Buffer.concat(parts) })
          })
            .on('error', reject)
            .end()
        },
      )
    }
    const plain = await ask('identity')
    const small = await ask('gzip')
    expect(plain.encoding).toBeUndefined()
    expect(small).toMatchObject({ encoding: 'gzip', vary: expect.stringMatching(/accept-encoding/i) })
    if (!path.startsWith('/checkout')) expect(gunzipSync(small.body).equals(plain.body)).toBe(true)
    expect(small.body.length).toBeLessThanOrEqual(plain.body.length * most)
  },
)
