import { expect, test } from 'vitest'
import { startMachine } from '../src/world/machine.js'
import { deliver } from '../src/world/network.js'
import { VirtualSignal } from '../src/world/platform.js'
import { defaultScale } from '../src/world/scale.js'
import { createWorld } from '../src/world/world.js'

const createAborted = (): VirtualSignal => {
  const signal = new VirtualSignal()
  signal.abort()
  return signal
}

// The client retries after its deadline has passed, and expects a rejection like that of fetch.
test.each([
  ['of the platform', AbortSignal.abort() as unknown as VirtualSignal],
  ['of virtual time', createAborted()],
])('deliver rejects a request whose signal %s is already aborted, and sends nothing', async (_, signal) => {
  const world = createWorld({ seed: 1, scale: defaultScale })
  let requestCount = 0
  let result: unknown
  deliver(world, {
    from: startMachine(world, 'a shop'),
    to: 'the service',
    label: 'GET balance',
    canDuplicate: false,
    signal,
    handle: async () => ++requestCount,
  }).catch((error) => {
    result = error
  })
  void world.time.sleep(60_000)
  await world.time.run(world.startMs + 120_000, () => false)
  expect(result).toMatchObject({ code: 'ABORT_ERR' })
  expect(requestCount).toBe(0)
})
