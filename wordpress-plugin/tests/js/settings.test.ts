import { describe, expect, it } from 'vitest'
import type { Settings } from '../../src/api'
import { cannotCheck, changesOf, type Draft, draftOf, handleOf, losesKey, typedOf } from '../../src/settings/changes'
import { verdictOf } from '../../src/settings/scopes'

const saved: Settings = {
  base_url: 'https://pay.example.com',
  handle: 'ama',
  mode: 'test',
  key: { source: 'option', hint: '4f2a', state: 'ok' },
  gateway: { enabled: false, title: 'Mobile money or card', description: '', flow: 'popup', express: false },
  currency: 'GHS',
  currency_ok: true,
  woocommerce: true,
}
const edited = (part: Partial<Draft>) => changesOf(saved, { ...draftOf(saved), ...part })

describe('the request of the settings screen', () => {
  it('is empty when nothing has changed', () => {
    expect(edited({})).toBeNull()
    expect(edited({ base_url: ' https://pay.example.com/ ', handle: '@ama ', apiKey: '  ' })).toBeNull()
  })

  it('has only the changed settings', () => {
    expect(edited({ mode: 'live' })).toEqual({ mode: 'live' })
    expect(edited({ gateway: { ...saved.gateway, enabled: true } })).toEqual({ gateway: { enabled: true } })
  })

  it('has a key only when one was typed, and null when it is to be removed', () => {
    expect(edited({ apiKey: ' sk_test_all ' })).toEqual({ api_key: 'sk_test_all' })
    expect(edited({ apiKey: null })).toEqual({ api_key: null })
  })

  it('removes the key when the address changes, and says so', () => {
    const other = { base_url: 'https://pay.example.org' }
    expect(edited(other)).toEqual({ ...other, api_key: null })
    expect(edited({ ...other, apiKey: 'sk_test_all' })).toEqual({ ...other, api_key: 'sk_test_all' })
    expect(losesKey(saved, { ...draftOf(saved), ...other })).toBe(true)
    expect(losesKey(saved, { ...draftOf(saved), base_url: 'https://pay.example.com/' })).toBe(false)
  })

  it('never has the stored key in its field', () => {
    expect(draftOf(saved).apiKey).toBe('')
  })

  it.each([
    ['ama', 'ama'],
    ['@ama', 'ama'],
    ['https://pay.example.com/@Ama/kente-tote?x=1', 'ama'],
  ])('takes the handle out of %s', (typed, handle) => {
    expect(handleOf(typed)).toBe(handle)
  })
})

describe('checking the connection', () => {
  const empty: Settings = { ...saved, base_url: '', key: { source: 'none', hint: '', state: 'none' } }
  const typed = { base_url: 'https://pay.example.com', apiKey: 'sk_test_all' }

  it('needs an address and a key, typed or stored', () => {
    expect(cannotCheck(saved, draftOf(saved))).toBeNull()
    expect(cannotCheck(empty, draftOf(empty))).toBe('no_address')
    expect(cannotCheck(empty, { ...draftOf(empty), base_url: typed.base_url })).toBe('no_key')
    expect(cannotCheck(empty, { ...draftOf(empty), ...typed })).toBeNull()
    expect(cannotCheck(saved, { ...draftOf(saved), apiKey: null })).toBe('no_key')
    expect(cannotCheck(saved, { ...draftOf(saved), base_url: 'https://pay.example.org' })).toBe('another_address')
  })

  it('sends typed settings, and no stored ones', () => {
    expect(typedOf(saved, draftOf(saved))).toEqual({})
    expect(typedOf(saved, { ...draftOf(saved), mode: 'live', apiKey: 'sk_test_all' })).toEqual({
      api_key: 'sk_test_all',
    })
    expect(typedOf(empty, { ...draftOf(empty), ...typed })).toEqual({ base_url: typed.base_url, api_key: typed.apiKey })
  })
})

describe('a scope', () => {
  it('that the site does not need may be missing', () => {
    expect(verdictOf({ scope: 'products:write', granted: false })).toBe('not_needed')
    expect(verdictOf({ scope: 'something:new', granted: false })).toBe('not_needed')
  })

  it('is granted, missing, or could not be checked', () => {
    expect(verdictOf({ scope: 'payments:read', granted: true })).toBe('granted')
    expect(verdictOf({ scope: 'payments:read', granted: false })).toBe('missing')
    expect(verdictOf({ scope: 'payments:read', granted: null })).toBe('unknown')
  })

  it('that writes is not checked before its first use', () => {
    expect(verdictOf({ scope: 'payments:write', granted: null })).toBe('later')
    expect(verdictOf({ scope: 'payments:write', granted: false })).toBe('missing')
  })
})
