import { connectPlaywright } from './playwright.js'
import type { Engine, EngineAddress } from './tab.js'
import { connectWebkit } from './webkit.js'

/** Connects this vitest worker to an engine that the global setup started. */
export function connectEngine({ name, version, addresses }: EngineAddress): Promise<Engine> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1) - 1
  const address = addresses[worker % addresses.length] ?? ''
  return name === 'webkit' ? connectWebkit(version, address) : connectPlaywright(name, version, address)
}
