import { describe, expect, it } from 'vitest'
import type { Settings } from '../../src/api'
import {
  type Draft,
  findTestProblem,
  normalizeHandle,
  removesStoredKey,
  toConnectionTest,
  toDraft,
  toSettingsChange,
} from '../../src/settings/changes'
import { getScopeStatus } from '../../src/settings/scopes'

const saved: Settings = {
  base_url: 'https://pay.example.com',
  handle: 'ama',
  mode: 'test',
  key: { source: 'option', hint: '4f2a', state: 'ok' },
  base_url_source: 'option',
  gateway: {
    enabled: false,
    title: 'Mobile money or card',
    description: '',
    flow: 'popup',
    express: false,
    complete_virtual: false,
    methods: 'together',
    card_enabled: false,
    card_title: '',
    card_description: '',
  },
  currency: 'GHS',
  currency_ok: true,
  woocommerce: true,
}
const edited = (part: Partial<Draft>) => toSettingsChange(saved, { ...toDraft(saved), ...part })

describe('the request of the settings screen', () => {
  it('no request is built if nothing has changed', () => {
    expect(edited({})).toBeNull()
    expect(edited({ base_url: ' https://pay.example.com/ ', handle: '@ama ', apiKey: '  ' })).toBeNull()
  })

  it('the request contains only changed settings', () => {
    expect(edited({ mode: 'live' })).toEqual({ mode: 'live' })
    expect(edited({ gateway: { ...saved.gateway, enabled: true } })).toEqual({ gateway: { enabled: true } })
  })

  it('the request contains an entered key, and null to remove the key', () => {
    expect(edited({ apiKey: ' sk_test_all ' })).toEqual({ api_key: 'sk_test_all' })
    expect(edited({ apiKey: null })).toEqual({ api_key: null })
  })

  it('a new base URL removes the stored key', () => {
    const other = { base_url: 'https://pay.example.org' }
    expect(edited(other)).toEqual({ ...other, api_key: null })
    expect(edited({ ...other, apiKey: 'sk_test_all' })).toEqual({ ...other, api_key: 'sk_test_all' })
    expect(removesStoredKey(saved, { ...toDraft(saved), ...other })).toBe(true)
    expect(removesStoredKey(saved, { ...toDraft(saved), base_url: 'https://pay.example.com/' })).toBe(false)
  })

  it('the key field is empty after loading', () => {
    expect(toDraft(saved).apiKey).toBe('')
  })

  it.each([
    ['ama', 'ama'],
    ['@ama', 'ama'],
    ['https://pay.example.com/@Ama/kente-tote?x=1', 'ama'],
  ])('takes the handle out of %s', (typed, handle) => {
    expect(normalizeHandle(typed)).toBe(handle)
  })
})

describe('checking the connection', () => {
  const empty: Settings = { ...saved, base_url: '', key: { source: 'none', hint: '', state: 'none' } }
  const typed = { base_url: 'https://pay.example.com', apiKey: 'sk_test_all' }

  it('the test needs a base URL and a key, entered or stored', () => {
    expect(findTestProblem(saved, toDraft(saved))).toBeNull()
    expect(findTestProblem(empty, toDraft(empty))).toBe('no_address')
    expect(findTestProblem(empty, { ...toDraft(empty), base_url: typed.base_url })).toBe('no_key')
    expect(findTestProblem(empty, { ...toDraft(empty), ...typed })).toBeNull()
    expect(findTestProblem(saved, { ...toDraft(saved), apiKey: null })).toBe('no_key')
    expect(findTestProblem(saved, { ...toDraft(saved), base_url: 'https://pay.example.org' })).toBe('another_address')
  })

  it('the test sends entered settings only', () => {
    expect(toConnectionTest(saved, toDraft(saved))).toEqual({})
    expect(toConnectionTest(saved, { ...toDraft(saved), mode: 'live', apiKey: 'sk_test_all' })).toEqual({
      api_key: 'sk_test_all',
    })
    expect(toConnectionTest(empty, { ...toDraft(empty), ...typed })).toEqual({
      base_url: typed.base_url,
      api_key: typed.apiKey,
    })
  })
})

describe('a scope', () => {
  it('an unneeded scope may be missing', () => {
    expect(getScopeStatus({ scope: 'products:write', granted: false })).toBe('not_needed')
    expect(getScopeStatus({ scope: 'something:new', granted: false })).toBe('not_needed')
  })

  it('a scope is granted, missing or unknown', () => {
    expect(getScopeStatus({ scope: 'payments:read', granted: true })).toBe('granted')
    expect(getScopeStatus({ scope: 'payments:read', granted: false })).toBe('missing')
    expect(getScopeStatus({ scope: 'payments:read', granted: null })).toBe('unknown')
  })

  it('a write scope is unknown before its first use', () => {
    expect(getScopeStatus({ scope: 'payments:write', granted: null })).toBe('later')
    expect(getScopeStatus({ scope: 'payments:write', granted: false })).toBe('missing')
  })
})
