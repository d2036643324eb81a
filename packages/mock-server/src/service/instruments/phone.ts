import { type MobileNetwork, mobileNetworks } from './networks.js'

const networkByPrefix: ReadonlyMap<string, MobileNetwork> = new Map(
  Object.entries(mobileNetworks).flatMap(([network, { prefixes }]) =>
    prefixes.map((prefix) => [prefix, network as MobileNetwork] as const),
  ),
)

/**
 * Reads a Ghanaian mobile number.
 *
 * @param text - `0244123789`, `+233 24 412 3789`, `233…` or `00233…`; spaces, dots, dashes and brackets are ignored.
 * @returns E.164, such as `+233244123789`; undefined when it is not a mobile number of Ghana.
 * @decision 0018
 */
export function parsePhone(text: string): string | undefined {
  const match = /^(?:\+233|00233|233|0)([25]\d{8})$/.exec(text.replace(/[\s().-]/g, ''))
  return match ? `+233${match[1]}` : undefined
}

/** The network that a number suggests; undefined for an unknown prefix. @decision 0018 */
export const suggestNetwork = (phone: string): MobileNetwork | undefined => networkByPrefix.get(phone.slice(4, 6))

/** A number as records show it: `+23324***3789`. @decision 0008 */
export const maskPhone = (phone: string): string => `${phone.slice(0, 6)}***${phone.slice(-4)}`
