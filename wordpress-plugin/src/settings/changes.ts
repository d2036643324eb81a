import type { GatewaySettings, Settings, SettingsChange, WritableSettings } from '../api'

/** What stands in the fields. */
export interface Draft extends WritableSettings {
  /** What was typed into the key field; `null` asks to remove the key that is kept. */
  readonly apiKey: string | null
}

/** The fields as they are after loading or saving. The key never comes back, so its field is empty. */
export function draftOf({ base_url, handle, mode, gateway }: Settings): Draft {
  return { base_url, handle, mode, gateway, apiKey: '' }
}

/** A handle as it is stored: without the `@` and the address that people paste with it. */
export function handleOf(text: string): string {
  return text
    .trim()
    .replace(/^.*@/, '')
    .replace(/[/?#].*$/, '')
    .toLowerCase()
}

/**
 * What has to be sent so that the site holds what the fields say; nothing when it does. Only what changed is sent:
 * somebody else may have another field open.
 */
export function changesOf(saved: Settings, draft: Draft): SettingsChange | null {
  const changes: SettingsChange = {}
  const base = draft.base_url.trim().replace(/\/+$/, '')
  const handle = handleOf(draft.handle)
  const key = draft.apiKey?.trim()
  if (base !== saved.base_url) changes.base_url = base
  if (handle !== saved.handle) changes.handle = handle
  if (draft.mode !== saved.mode) changes.mode = draft.mode
  const gateway = Object.fromEntries(
    Object.entries(draft.gateway).filter(([name, value]) => saved.gateway[name as keyof GatewaySettings] !== value),
  )
  if (Object.keys(gateway).length > 0) changes.gateway = gateway
  if (key === undefined) changes.api_key = null
  else if (key) changes.api_key = key
  return Object.keys(changes).length > 0 ? changes : null
}
