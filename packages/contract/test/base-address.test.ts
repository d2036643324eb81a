import { describe, expect, test } from 'vitest'
import addresses from '../fixtures/base-addresses.json' with { type: 'json' }
import { readBaseAddress } from '../src/base-address.js'

describe('a base URL', () => {
  test.each(addresses.accepted)('$given is read as $base', ({ given: input, base }) => {
    expect(readBaseAddress(input)).toBe(base)
    expect(readBaseAddress(base)).toBe(base)
  })

  test.each(addresses.refused)('$given is refused: $reason', ({ given: input, reason }) => {
    // The table has more specific messages, for languages whose parsers distinguish these errors.
    const received =
      reason === 'machine'
        ? 'a http:// address of another machine'
        : 'something else, an @, ? or #, or what browsers write otherwise'
    expect(() => readBaseAddress(input)).toThrow(
      new TypeError(`baseUrl must start with https:// (http:// is allowed for localhost only). Got ${received}.`),
    )
  })

  const { hosts, accepted: acceptedUrls, refused: rejected } = addresses.insecure
  test.each(acceptedUrls)('$given is read as $base if its host is named', ({ given: input, base }) => {
    expect(readBaseAddress(input, hosts)).toBe(base)
  })

  test.each(rejected)('$given is refused although other hosts are named: $reason', ({ given: input }) => {
    expect(() => readBaseAddress(input, hosts)).toThrow(TypeError)
  })

  test('contains the host that the platform connects to', () => {
    for (const { given: input, base } of addresses.accepted) expect(new URL(base).host).toBe(new URL(input).host)
  })
})
