import { expect, test, vi } from 'vitest'

vi.mock('./snippets.js', () => ({ scenarios: { pay: 'pay()' }, calls: { 'payments.create': 'create()' } }))
const { findSnippet } = await import('./scenarios.js')

test('a link opens a scenario, a call, or nothing', () => {
  expect(findSnippet('#pay')).toEqual({ id: 'pay', code: 'pay()' })
  expect(findSnippet('#call=payments.create')).toEqual({ id: 'call=payments.create', code: 'create()' })
  for (const hash of [
    '',
    '#',
    '#nothing',
    '#call=',
    '#call=constructor',
    '#constructor',
    '#__proto__',
    '#%E0%A4%A',
    '#payments.create',
  ])
    expect([hash, findSnippet(hash)]).toEqual([hash, undefined])
})
