import type { TestProject } from 'vitest/node'
import { startEngine } from '../../src/engines/start.js'
import type { EngineAddress, EngineName } from '../../src/engines/tab.js'

declare module 'vitest' {
  interface ProvidedContext {
    engines: EngineAddress[]
  }
}

const engineNames: readonly EngineName[] = ['chromium', 'firefox', 'webkit']

/** Starts each engine once per run. `ENGINES=chromium,firefox` selects engines; the default is all three. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const names = (process.env['ENGINES'] || engineNames.join()).split(',').map((name) => name.trim())
  const unknown = names.find((name) => !engineNames.includes(name as EngineName))
  if (unknown !== undefined) throw new Error(`ENGINES names ${unknown}. The engines are ${engineNames.join(', ')}.`)
  const runningEngines: Awaited<ReturnType<typeof startEngine>>[] = []
  const stop = async () => void (await Promise.all(runningEngines.map((engine) => engine.stop())))
  try {
    for (const name of names)
      runningEngines.push(await startEngine(name as EngineName, project.vitest.config.maxWorkers))
  } catch (error) {
    await stop()
    throw error
  }
  console.log(runningEngines.map(({ name, version }) => `${name} ${version}`).join(' · '))
  project.provide(
    'engines',
    runningEngines.map(({ name, version, addresses }) => ({ name, version, addresses })),
  )
  return stop
}
