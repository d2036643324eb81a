import type { Auditor } from '../invariants/auditor.js'
import { startMachine } from '../world/machine.js'
import type { World } from '../world/world.js'
import { createSender } from './sender.js'
import type { Servers } from './servers.js'

/** A license key, as the control API lists it. */
interface ListedLicense {
  readonly id: string
  readonly license_key: string
}

/** Number of different installations of a license: more than its activation limit. */
const installationCount = 5

/** Maximum pause between two rounds of checks, in ms. */
const maxPauseMs = 900_000

/** Starts the software that was sold with licenses. Installations check one license repeatedly and at the same time. */
export function startInstallations(
  world: World,
  servers: Servers,
  auditor: Auditor,
  merchants: readonly string[],
): void {
  const { time, chance } = world
  const send = createSender(world, servers, startMachine(world, 'installations'))
  const read = async (request: Parameters<typeof send>[0]): Promise<unknown> => {
    const { body } = (await send(request)) ?? {}
    return body === undefined ? undefined : JSON.parse(body).data
  }
  const { shadow } = auditor

  async function checkLicense(
    { id, license_key: key }: ListedLicense,
    number: number,
    isFirst: boolean,
  ): Promise<void> {
    const name = `check ${number} of ${id}`
    if (!world.isAllowed(name)) return
    const isSimulated = chance(`${name} is simulated`) < 0.1
    const installation = `installation-${Math.floor(chance(`${name} at`) * installationCount)}`
    const hasInstance = isFirst || chance(`${name} has an instance`) < 0.8
    const instance = hasInstance ? (isSimulated ? `simulated-${number}` : installation) : undefined
    const before = shadow.licenses.get(id)
    const body = await read({
      label: `license ${name}`,
      ...createRequest(key, instance, chance(`${name} by GET`) < 0.5),
      headers: { 'Content-Type': 'application/json', ...(isSimulated ? { 'X-Service-Simulate': 'true' } : {}) },
    })
    if (body) auditor.recordLicenseCheck({ id, instance, isSimulated, before, response: body as never })
  }
  async function runOnce(merchant: string): Promise<void> {
    const path = `/__mock/licenses?merchant=${merchant}`
    const request = { label: 'licenses', method: 'GET', path, isTrusted: true }
    const licenses = ((await read(request)) ?? []) as readonly ListedLicense[]
    for (const license of licenses) {
      const count = 1 + Math.floor(chance(`${license.id} is checked ${world.count(license.id)}`) * 3)
      const checks = Array.from({ length: count }, (_, at) =>
        checkLicense(license, world.count(`checks of ${license.id}`), at === 0),
      )
      await Promise.all(checks)
    }
    scheduleNext(merchant)
  }
  function scheduleNext(merchant: string): void {
    if (time.nowMs() > world.faultsEndMs) return
    const pauseMs = maxPauseMs * world.scale.rest * chance(`installations of ${merchant} ${world.count(merchant)}`)
    time.at(time.nowMs() + Math.ceil(pauseMs), () => void runOnce(merchant))
  }
  for (const merchant of merchants) scheduleNext(merchant)
}

const createRequest = (key: string, instance: string | undefined, isGet: boolean) => {
  const path = '/api/licenses/verify'
  const query = new URLSearchParams({ key, ...(instance ? { instance } : {}) })
  return isGet
    ? { method: 'GET', path: `${path}?${query}` }
    : { method: 'POST', path, body: JSON.stringify({ license_key: key, instance }) }
}
