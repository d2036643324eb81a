import { connectPlaywright } from './playwright.js'
import type { Engine, EngineAddress } from './tab.js'
import { connectWebkit } from './webkit.js'

/** Takes the part of a worker in a browser that was started for the whole run. */
export function connectEngine({ name, version, addresses }: EngineAddress): Promise<Engine> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1) - 1
  const address = addresses[worker % addresses.length] ?? ''
  return name === 'webkit' ? connectWebkit(version, address) : connectPlaywright(name, version, address)
}
