import { parsePhone } from '@cedi/contract/phone'
import { type MobileNetwork, mobileNetworks } from './networks.js'

export { parsePhone }

const networkByPrefix: ReadonlyMap<string, MobileNetwork> = new Map(
  Object.entries(mobileNetworks).flatMap(([network, { prefixes }]) =>
    prefixes.map((prefix) => [prefix, network as MobileNetwork] as const),
  ),
)

/** The network that a number suggests; undefined for an unknown prefix. @decision 0018 */
export const suggestNetwork = (phone: string): MobileNetwork | undefined => networkByPrefix.get(phone.slice(4, 6))

/** A number as records show it: `+23324***3789`. @decision 0008 */
export const maskPhone = (phone: string): string => `${phone.slice(0, 6)}***${phone.slice(-4)}`
