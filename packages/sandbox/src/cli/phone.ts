import type { NetworkInterfaceInfo } from 'node:os'
import { renderUnicodeCompact } from 'uqr'

/** Private IPv4 ranges, most common first. */
const ranges: readonly RegExp[] = [/^192\.168\./, /^10\./, /^172\.(?:1[6-9]|2\d|3[01])\./]

/**
 * Returns the address of this computer in the local network.
 *
 * @param interfaces - Result of `networkInterfaces()` of `node:os`.
 * @returns An IPv4 address; undefined without a network.
 */
export function networkAddress(
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string | undefined {
  const getRank = (address: string): number => {
    const index = ranges.findIndex((range) => range.test(address))
    return index < 0 ? ranges.length : index
  }
  return Object.values(interfaces)
    .flatMap((infos) => infos ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .sort((a, b) => getRank(a) - getRank(b))[0]
}

/** Formats the instructions to open the service on a phone: a URL, also as a QR code. */
export function formatPhoneInstructions(address: string | undefined, port: number): string {
  if (address === undefined)
    return '  This computer has no network connection, so no phone can reach it. Connect it, and start again.\n\n'
  const url = `http://${address}:${port}/`
  return `  On a phone in the same network, open ${url}

${renderUnicodeCompact(url, { border: 2 })
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}

  On the phone each checkout is a full page: browsers show the popup only with https or on localhost.
  Every device in this network can reach it. The control API requires --control-token from them.

`
}
