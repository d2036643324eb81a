import type { GatewaySettings, Settings, SettingsChange, WritableSettings } from '../api'

/** The fields' contents. */
export interface Draft extends WritableSettings {
  /** The typed key; `null` asks to remove the stored one. */
  readonly apiKey: string | null
}

/** The fields after loading or saving. The key never comes back, so its field is empty. */
export function draftOf({ base_url, handle, mode, gateway }: Settings): Draft {
  return { base_url, handle, mode, gateway, apiKey: '' }
}

/** A handle as it is stored: without the `@` or a pasted address around it. */
export function handleOf(text: string): string {
  return text
    .trim()
    .replace(/^.*@/, '')
    .replace(/[/?#].*$/, '')
    .toLowerCase()
}

/** An address as it is stored. */
const baseOf = (text: string): string => text.trim().replace(/\/+$/, '')

/** Whether saving removes the stored key: a key must not be sent to an address that somebody else entered. */
export const losesKey = (saved: Settings, draft: Draft): boolean =>
  saved.key.source === 'option' &&
  saved.base_url !== '' &&
  baseOf(draft.base_url) !== saved.base_url &&
  !draft.apiKey?.trim()

/** What prevents asking the service, if anything. */
export type CannotCheck = 'no_address' | 'no_key' | 'another_address'

/** Whether the service can be asked with the typed values, and the stored ones where nothing is typed. */
export function cannotCheck(saved: Settings, draft: Draft): CannotCheck | null {
  if (!draft.base_url.trim()) return 'no_address'
  if (draft.apiKey?.trim()) return null
  if (losesKey(saved, draft)) return 'another_address'
  return draft.apiKey === null || saved.key.state !== 'ok' ? 'no_key' : null
}

/** The typed values for the request; stored ones are not sent again. */
export function typedOf(saved: Settings, draft: Draft): Pick<SettingsChange, 'base_url' | 'api_key'> {
  const { base_url, api_key } = changesOf(saved, draft) ?? {}
  return { ...(base_url !== undefined && { base_url }), ...(api_key && { api_key }) }
}

/**
 * What to send so that the site stores the fields; undefined when nothing changed. Only changes are sent, because
 * somebody else may be editing another field.
 */
export function changesOf(saved: Settings, draft: Draft): SettingsChange | null {
  const changes: SettingsChange = {}
  const base = baseOf(draft.base_url)
  const handle = handleOf(draft.handle)
  const key = draft.apiKey?.trim()
  if (base !== saved.base_url) changes.base_url = base
  if (handle !== saved.handle) changes.handle = handle
  if (draft.mode !== saved.mode) changes.mode = draft.mode
  const gateway = Object.fromEntries(
    Object.entries(draft.gateway).filter(([name, value]) => saved.gateway[name as keyof GatewaySettings] !== value),
  )
  if (Object.keys(gateway).length > 0) changes.gateway = gateway
  if (key) changes.api_key = key
  else if (key === undefined || losesKey(saved, draft)) changes.api_key = null
  return Object.keys(changes).length > 0 ? changes : null
}
