import { expect, test } from 'vitest'
import { createSandbox } from '../src/index.js'

test.each<[options: unknown, message: string]>([
  ['memory', 'The options of createSandbox must be an object. Got a string.'],
  [null, 'The options of createSandbox must be an object. Got null.'],
  [new Map(), 'The options of createSandbox must be an object. Got an object of the class Map.'],
  [{ stor: {} }, 'createSandbox has no option stor. Did you mean store?'],
  [{ clock: 'fast' }, 'clock must be real or manual. Got a string.'],
  [{ store: './sandbox' }, 'store must be a durable store, such as openSqlStore returns. Got a string.'],
  [{ store: {} }, 'store must be a durable store, such as openSqlStore returns. Got an object.'],
])('createSandbox rejects the options %j', (options, message) => {
  expect(() => createSandbox(options as never)).toThrow(new TypeError(message))
})
