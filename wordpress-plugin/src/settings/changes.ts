import type { GatewaySettings, Settings, SettingsChange, WritableSettings } from '../api'

/** Values of the fields. */
export interface Draft extends WritableSettings {
  /** Typed key; `null` removes the stored one. */
  readonly apiKey: string | null
}

/** Returns the field values after loading or saving. The key is never returned, so its field is empty. */
export function toDraft({ base_url, handle, mode, gateway }: Settings): Draft {
  return { base_url, handle, mode, gateway, apiKey: '' }
}

/** Normalises a handle: removes the `@` or a pasted URL. */
export function normalizeHandle(text: string): string {
  const [handle = ''] = text.trim().replace(/^.*@/, '').split(/[/?#]/, 1)
  return handle.toLowerCase()
}

/** Normalises a base URL. */
function normalizeBaseUrl(text: string): string {
  let url = text.trim()
  while (url.endsWith('/')) url = url.slice(0, -1)
  return url
}

/** Whether saving removes the stored key, because a stored key must not be sent to a new base URL. */
export const removesStoredKey = (saved: Settings, draft: Draft): boolean =>
  saved.key.source === 'option' &&
  saved.base_url !== '' &&
  normalizeBaseUrl(draft.base_url) !== saved.base_url &&
  !draft.apiKey?.trim()

/** Problem that prevents the connection test. */
export type TestProblem = 'no_address' | 'no_key' | 'another_address'

/** Returns the problem that prevents a test of the typed or stored values; null if there is none. */
export function findTestProblem(saved: Settings, draft: Draft): TestProblem | null {
  if (!draft.base_url.trim()) return 'no_address'
  if (draft.apiKey?.trim()) return null
  if (removesStoredKey(saved, draft)) return 'another_address'
  return draft.apiKey === null || saved.key.state !== 'ok' ? 'no_key' : null
}

/** Returns the typed values for the connection test. */
export function toConnectionTest(saved: Settings, draft: Draft): Pick<SettingsChange, 'base_url' | 'api_key'> {
  const { base_url, api_key } = toSettingsChange(saved, draft) ?? {}
  return { ...(base_url !== undefined && { base_url }), ...(api_key && { api_key }) }
}

/**
 * Returns the changed settings, or undefined if nothing has changed. Unchanged settings are omitted, so that they do not
 * overwrite the changes of another user.
 */
export function toSettingsChange(saved: Settings, draft: Draft): SettingsChange | null {
  const changes: SettingsChange = {}
  const base = normalizeBaseUrl(draft.base_url)
  const handle = normalizeHandle(draft.handle)
  const key = draft.apiKey?.trim()
  if (base !== saved.base_url) changes.base_url = base
  if (handle !== saved.handle) changes.handle = handle
  if (draft.mode !== saved.mode) changes.mode = draft.mode
  const gateway = Object.fromEntries(
    Object.entries(draft.gateway).filter(([name, value]) => saved.gateway[name as keyof GatewaySettings] !== value),
  )
  if (Object.keys(gateway).length > 0) changes.gateway = gateway
  if (key) changes.api_key = key
  else if (key === undefined || removesStoredKey(saved, draft)) changes.api_key = null
  return Object.keys(changes).length > 0 ? changes : null
}
