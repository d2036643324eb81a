import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import addresses from '../fixtures/base-addresses.json' with { type: 'json' }
import { readBaseAddress } from '../src/base-address.js'

describe('a base URL', () => {
  test.each(addresses.accepted)('$given is read as $base', ({ given: input, base }) => {
    expect(readBaseAddress(input)).toBe(base)
    expect(readBaseAddress(base)).toBe(base)
  })

  test.each(addresses.refused)('$given is refused: $reason', ({ given: input, reason }) => {
    if (/[^!-~]/.test(input)) {
      expect(() => readBaseAddress(input)).toThrow(/^baseUrl must not (?:start with|contain|end with) /)
      return
    }
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

  test.each([
    ['https://pay.example\r', 'end with a carriage return (\\r)'],
    ['https://pay.example\r\n', 'end with a carriage return (\\r)'],
    ['\ufeffhttps://pay.example', 'start with a byte order mark (U+FEFF)'],
    ['https://pay.exa\tmple', 'contain a tab (\\t)'],
    ['https://pay\u200b.example', 'contain a zero-width space (U+200B)'],
    ['https://p\u00e0y.example', 'contain the character U+00E0'],
  ])('the error for %j names the hidden character', (input, problem) => {
    expect(() => readBaseAddress(input)).toThrow(
      new TypeError(`baseUrl must not ${problem}. Remove it, for example from the variable CEDI_URL.`),
    )
  })

  test('a base URL is parsed without the members of URL, which React Native lacks', () => {
    vi.stubGlobal('URL', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(readBaseAddress('https://PAY.example:443/v2/')).toBe('https://pay.example/v2')
  })

  test('every accepted URL is one that browsers keep', () => {
    const part = fc.constantFrom(
      '0',
      '1',
      '127',
      '255',
      '256',
      '01',
      '0x7f',
      'a',
      'localhost',
      '-',
      '_',
      '.',
      ':',
      '::',
      '/',
      '..',
      '%2e',
      '80',
      '443',
      '[',
      ']',
      '|',
      '~',
      "'",
    )
    fc.assert(
      fc.property(fc.constantFrom('http', 'https', 'HTTPS'), fc.array(part, { maxLength: 9 }), (scheme, parts) => {
        const input = `${scheme}://${parts.join('')}`
        let base: string
        try {
          base = readBaseAddress(input, [])
        } catch {
          return
        }
        const { origin, pathname } = new URL(input)
        expect(base).toBe(origin + pathname.replace(/\/+$/, ''))
      }),
      { numRuns: 5_000 },
    )
    const ipv6 = fc.oneof(
      fc.ipV6(),
      fc.array(fc.constantFrom('0', '1', 'ab', ''), { minLength: 2, maxLength: 9 }).map((groups) => groups.join(':')),
    )
    fc.assert(
      fc.property(ipv6, (address) => {
        const input = `https://[${address}]`
        const isCanonical = URL.canParse(input) && new URL(input).host === `[${address}]`
        const read = (): string => readBaseAddress(input)
        if (isCanonical) expect(read()).toBe(input)
        else expect(read).toThrow(TypeError)
      }),
      { numRuns: 5_000 },
    )
  })

  test('contains the host that the platform connects to', () => {
    for (const { given: input, base } of addresses.accepted) expect(new URL(base).host).toBe(new URL(input).host)
  })
})
