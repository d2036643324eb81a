/// <reference types="node" />
import assert from 'node:assert'
import { execFile } from 'node:child_process'
import { Console } from 'node:console'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { format, inspect, promisify } from 'node:util'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, decode } from './index.js'

const key = 'sk_test_never_shown'
// Created inside each test, because code that runs at import belongs to no test.
const createRequest = (apiKey = key) => createClient({ baseUrl: 'https://pay.example', apiKey }).balance.read()

/** Prints with a console of Node. */
const print = (run: (console: Console) => void): string => {
  let text = ''
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  run(new Console(stream, stream))
  return text
}
const catchMessage = (run: () => void): string => {
  try {
    run()
  } catch (error) {
    return `${(error as Error).message}\n${inspect(error, { depth: 9, customInspect: false })}`
  }
  throw new Error('expected an error')
}

type Way = (value: object) => string
const ways: Readonly<Record<string, Way>> = {
  'console.log': (value) => print((console) => console.log(value)),
  'console.log in a list': (value) => print((console) => console.log([value], new Map([[value, value]]))),
  'console.dir with all options': (value) =>
    print((console) => console.dir(value, { depth: 9, showHidden: true, getters: true, customInspect: false })),
  'util.inspect without custom inspection': (value) => inspect(value, { customInspect: false, depth: 9 }),
  'util.inspect of proxies': (value) =>
    inspect(value, { showProxy: true, customInspect: false, depth: 9, getters: true }),
  'util.format': (value) => format('%o %O %j %s', value, value, value, value),
  'JSON.stringify': (value) => JSON.stringify({ value }),
  'assert.deepEqual': (value) => catchMessage(() => assert.deepEqual(value, { other: 1 })),
  'assert.deepStrictEqual': (value) => catchMessage(() => assert.deepStrictEqual([value], [{}])),
  'assert.deepStrictEqual of two keys': (value) =>
    catchMessage(() =>
      assert.deepStrictEqual(value, 'url' in value ? createRequest('k2') : createRequest('k2').headers),
    ),
  'assert.notDeepStrictEqual': (value) => catchMessage(() => assert.notDeepStrictEqual(value, value)),
  'assert.equal': (value) => catchMessage(() => assert.equal(value, 5)),
  'the cause of an error': (value) => inspect(new Error('x', { cause: value }), { depth: 9, customInspect: false }),
  'the members of an error': (value) => inspect(Object.assign(new Error('x'), { value }), { depth: 9 }),
  'the diff of vitest and jest': (value) => catchMessage(() => expect(value).toEqual({ other: 1 })),
  'toMatchObject of vitest and jest': (value) => catchMessage(() => expect(value).toMatchObject({ url: 'x' })),
}

test.each(Object.keys(ways))('%s prints a description and its headers without the key', (name) => {
  const request = createRequest()
  const reveal = ways[name] as Way
  expect(reveal(request)).not.toContain(key)
  expect(reveal(request.headers)).not.toContain(key)
})

test('the reporters of node:test print a failed comparison without the key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import assert from 'node:assert'
        import { test } from 'node:test'
        import { createClient } from './index.ts'
        const request = createClient({ baseUrl: 'https://pay.example', apiKey: '${key}' }).balance.read()
        test('compare', () => assert.deepStrictEqual(request, { ...request, method: 'POST' }))
        test('throw', () => { throw Object.assign(new Error('x'), { request }) })`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    tsconfigRaw: { compilerOptions: { paths: { '@cedi/contract/*': ['../../contract/src/*.ts'] } } },
  })
  const file = join(folder, 'key.test.mjs')
  writeFileSync(file, outputFiles[0]?.text ?? '')
  for (const reporter of ['spec', 'tap']) {
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', `--test-reporter=${reporter}`, file], {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    }).catch((error: { stdout: string }) => error)
    expect(stdout).toContain('Bearer ***')
    expect(stdout).not.toContain(key)
  }
})

test('a string of the headers has no key, and the methods of an object work', () => {
  const { headers } = createRequest()
  expect(`${headers} ${[headers].join()}`).not.toContain(key)
  expect(Object.hasOwn(headers, 'Accept')).toBe(Object.hasOwn(headers, 'Accept'))
})

test('HTTP libraries and a spread copy read the key', () => {
  const { headers } = createRequest()
  expect({ ...headers }).toEqual({ Authorization: `Bearer ${key}`, Accept: 'application/json' })
  expect(new Headers(headers).get('authorization')).toBe(`Bearer ${key}`)
  expect(Object.entries(headers)).toContainEqual(['Authorization', `Bearer ${key}`])
})

test('a key that a response echoes is removed from all members of the error', () => {
  const error = { code: key, message: `no ${key}`, field: key, request_id: `r-${key}` }
  const result = decode(createRequest(), 400, JSON.stringify({ success: false, data: null, error }))
  expect(inspect(result, { depth: 9 }) + JSON.stringify(result)).not.toContain(key)
})

test.each(['k', 'test', 'a.b', 'ne'])('the short key %j changes no other word of an error', (apiKey) => {
  const request = createClient({ baseUrl: 'https://pay.test', apiKey }).balance.read()
  const text = `network tests at https://pay.test.example need a key, got Bearer ${apiKey}`
  expect(decode(request, 502, text).error?.message).toBe(
    'invalid_response: readBalance: 502: network tests at https://pay.test.example need a key, got Bearer ***'.replace(
      /(?<=pay\.)test(?=\.)/,
      apiKey === 'test' ? '***' : 'test',
    ),
  )
})

test('JSON of an ApiError contains its message', () => {
  const { error } = decode(createRequest(), 404, '{"success":false,"error":{"code":"not_found","message":"No."}}')
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'ApiError',
    code: 'not_found',
    status: 404,
    operation: 'readBalance',
    requiredScope: 'balance:read',
    retry: 'new-key',
    message: 'not_found: readBalance: 404: No.',
  })
})
