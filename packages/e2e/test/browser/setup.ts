import type { TestProject } from 'vitest/node'
import { startEngine } from '../../src/engines/start.js'
import type { EngineAddress, EngineName } from '../../src/engines/tab.js'

declare module 'vitest' {
  interface ProvidedContext {
    engines: EngineAddress[]
  }
}

const all: readonly EngineName[] = ['chromium', 'firefox', 'webkit']

/** Starts each engine once for the whole run. `ENGINES=chromium,firefox` chooses; all three are the default. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const names = (process.env['ENGINES'] || all.join()).split(',').map((name) => name.trim())
  const unknown = names.find((name) => !all.includes(name as EngineName))
  if (unknown !== undefined) throw new Error(`ENGINES names ${unknown}. The engines are ${all.join(', ')}.`)
  const started: Awaited<ReturnType<typeof startEngine>>[] = []
  const stop = async () => void (await Promise.all(started.map((engine) => engine.stop())))
  try {
    for (const name of names) started.push(await startEngine(name as EngineName, project.vitest.config.maxWorkers))
  } catch (error) {
    await stop()
    throw error
  }
  console.log(started.map(({ name, version }) => `${name} ${version}`).join(' · '))
  project.provide(
    'engines',
    started.map(({ name, version, addresses }) => ({ name, version, addresses })),
  )
  return stop
}
