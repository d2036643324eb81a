import { startMachine } from '../world/machine.js'
import type { World } from '../world/world.js'
import { type FrameOptions, openFrame } from './frame.js'
import type { Popup } from './popup.js'
import { createScreenInput, type ScreenInput } from './screen-input.js'

/** Options of a full page. */
interface FullPageOptions extends Pick<FrameOptions, 'servers' | 'windows'>, Pick<ScreenInput, 'getPhone'> {
  readonly order: string
  readonly token: string
}

/** Maximum time in which a buyer pays on the full page, in ms. */
const maxStayMs = 2_100_000

/** Opens a checkout as a page of its own, for a buyer whose popup does not load. */
export function openFullPage(world: World, options: FullPageOptions): void {
  const { order, token, servers, windows, getPhone } = options
  const number = world.count(`full pages of ${order}`)
  const device = startMachine(world, `full page ${number} of ${order}`)
  const owner = `${order}-full-${number}@buyers.example`
  const input = createScreenInput(world, { name: device.name, suffix: `-full-${number}`, owner, getPhone })
  const frame = openFrame(world, {
    ...{ device, servers, windows, owner, isFullPage: true, isOnline: () => true },
    ownPayments: new Set<string>(),
    postMessage: () => {},
    onChange: () => input(page),
  })
  const page: Popup = {
    frame: () => frame,
    isOver: device.isStopped,
    dispatch: (event) => event === 'close' && device.stop(),
  }
  frame.start(token, '')
  world.time.at(world.time.nowMs() + maxStayMs, () => device.stop())
}
