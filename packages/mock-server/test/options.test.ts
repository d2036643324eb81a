import { expect, test } from 'vitest'
import { createMockServer } from '../src/index.js'

class Settings {
  clock = 'manual'
}

test.each<[options: unknown, message: string]>([
  ['demo', 'The options of createMockServer must be an object. Got a string.'],
  [null, 'The options of createMockServer must be an object. Got null.'],
  [[], 'The options of createMockServer must be an object. Got an array.'],
  [new Map([['clock', 'real']]), 'The options of createMockServer must be an object. Got an object of the class Map.'],
  [Promise.resolve({}), 'The options of createMockServer must be an object. Got a promise. Await it first.'],
  [{ clok: 'manual' }, 'createMockServer has no option clok. Did you mean clock?'],
  [{ clok: undefined }, 'createMockServer has no option clok. Did you mean clock?'],
  [{ clock: 'fast' }, 'clock must be real or manual. Got a string.'],
  [{ startMs: Number.NaN }, 'startMs must be a whole number from 0 to 253370764800000. Got NaN.'],
  [{ startMs: -1 }, 'startMs must be a whole number from 0 to 253370764800000. Got -1.'],
  [
    { startMs: Date.UTC(9999, 0) + 1 },
    'startMs must be a whole number from 0 to 253370764800000. Got 253370764800001.',
  ],
  [{ defaultOutcome: 'success' }, 'defaultOutcome must be succeed, fail or pending. Got a string.'],
  [{ approvalDelayMs: 0.5 }, 'approvalDelayMs must be a whole number from 0 to 3600000. Got 0.5.'],
  [{ approvalDelayMs: '2000' }, 'approvalDelayMs must be a whole number from 0 to 3600000. Got a string.'],
  [{ rateLimit: 5 }, 'rateLimit must be an object. Got 5.'],
  [{ rateLimit: { requests: 0, seconds: 1 } }, 'requests must be a whole number from 1 to 1000000. Got 0.'],
  [
    { rateLimit: { requests: 5 } },
    'rateLimit needs the option seconds. Set it, and check the variable that it comes from.',
  ],
  [{ rateLimit: { requests: 5, second: 1 } }, 'rateLimit has no option second. Did you mean seconds?'],
  [{ randomSeed: 1.5 }, 'randomSeed must be a whole number from 0 to 4294967295. Got 1.5.'],
  [{ secret: '' }, 'secret must be a string that is not empty. Got an empty string.'],
  ...['pay.example', 'https://a"><b', 'https://kɔfi.example'].map((baseUrl): [unknown, string] => [
    { baseUrl },
    'baseUrl must be an http or https URL without a query, such as https://pay.example. Got a string.',
  ]),
  [{ control: { token: '' } }, 'token must be a string that is not empty. Got an empty string.'],
  [{ control: { tokn: 'x' } }, 'control has no option tokn. Did you mean token?'],
  [{ onRequest: 5 }, 'onRequest must be a function. Got 5.'],
])('createMockServer rejects the options %j', (options, message) => {
  expect(() => createMockServer(options as never)).toThrow(new TypeError(message))
})

test('createMockServer accepts undefined options and an object of a class', () => {
  expect(createMockServer({ clock: undefined }).clock.now()).toEqual(new Date('2026-01-05T09:00:00Z'))
  expect(createMockServer(new Settings() as never).clock.now()).toEqual(new Date('2026-01-05T09:00:00Z'))
})
