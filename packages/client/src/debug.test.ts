/// <reference types="node" />
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { reveal, toCurl } from './debug.js'
import { createClient } from './index.js'

// Created inside each test, because code that runs at import belongs to no test.
const createTestClient = () => createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_1$`"' })
const createWrite = () => createTestClient().products.create({ name: 'Ama\'s $HOME `id` "x"\n', price: 1 })

test('toCurl prints the key only with reveal', () => {
  const request = createWrite()
  expect(toCurl(request)).not.toContain('sk_1')
  expect(toCurl(request, { reveal: true })).toContain('sk_1')
})

test('a POSIX shell parses the curl command to the original arguments', () => {
  const request = createWrite()
  const parseInShell = (line: string) =>
    execFileSync('sh', ['-c', `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n${line}`], {
      env: { CEDI_API_KEY: 'from env' },
    })
      .toString()
      .split('\0')
      .slice(0, -1)
  const expectedArguments = (key: string) => [
    '-X',
    'POST',
    request.url,
    '-H',
    `Authorization: Bearer ${key}`,
    '-H',
    'Accept: application/json',
    '-H',
    'Content-Type: application/json',
    '--data-raw',
    request.body,
  ]
  expect(parseInShell(toCurl(request))).toEqual(expectedArguments('from env'))
  expect(parseInShell(toCurl(request, { reveal: true }))).toEqual(expectedArguments('sk_1$`"'))
})

test('the curl command of a read has no body', () => {
  expect(toCurl(createTestClient().balance.read())).toBe(
    `curl -X GET 'https://pay.example/api/v1/balance' -H "Authorization: Bearer $CEDI_API_KEY" -H 'Accept: application/json'`,
  )
})

test('reveal returns a description that keeps its key through JSON', () => {
  const request = createWrite()
  const queuedRequest = JSON.parse(JSON.stringify(reveal(request)))
  expect(queuedRequest).toEqual({ ...request, headers: { ...request.headers } })
  expect(queuedRequest.headers.Authorization).toBe('Bearer sk_1$`"')
})
