/// <reference types="node" />
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { reveal, toCurl } from './debug.js'
import { createClient } from './index.js'

// Made inside of each test: what runs while the file is read belongs to no test.
const make = () => createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_1$`"' })
const write = () => make().products.create({ name: 'Ama\'s $HOME `id` "x"\n', price: 1 })

test('a curl line holds no key unless asked to', () => {
  const request = write()
  expect(toCurl(request)).not.toContain('sk_1')
  expect(toCurl(request, { reveal: true })).toContain('sk_1')
})

test('a shell reads the line as it was meant', () => {
  const request = write()
  const read = (line: string) =>
    execFileSync('sh', ['-c', `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n${line}`], {
      env: { CEDI_API_KEY: 'from env' },
    })
      .toString()
      .split('\0')
      .slice(0, -1)
  const words = (key: string) => [
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
  expect(read(toCurl(request))).toEqual(words('from env'))
  expect(read(toCurl(request, { reveal: true }))).toEqual(words('sk_1$`"'))
})

test('the line of a read has no body', () => {
  expect(toCurl(make().balance.read())).toBe(
    `curl -X GET 'https://pay.example/api/v1/balance' -H "Authorization: Bearer $CEDI_API_KEY" -H 'Accept: application/json'`,
  )
})

test('a revealed description is JSON that can be sent later', () => {
  const request = write()
  const queued = JSON.parse(JSON.stringify(reveal(request)))
  expect(queued).toEqual({ ...request, headers: { ...request.headers } })
  expect(queued.headers.Authorization).toBe('Bearer sk_1$`"')
})
