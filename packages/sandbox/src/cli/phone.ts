import type { NetworkInterfaceInfo } from 'node:os'
import { renderUnicodeCompact } from 'uqr'

/** Network ranges of homes and offices, those of most phones first. */
const ranges: readonly RegExp[] = [/^192\.168\./, /^10\./, /^172\.(?:1[6-9]|2\d|3[01])\./]

/**
 * This machine's address in the network that a phone shares.
 *
 * @param interfaces - What `networkInterfaces()` of `node:os` says.
 * @returns An IPv4 address; undefined if the machine has only its loopback address.
 */
export function networkAddress(
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string | undefined {
  const rankOf = (address: string): number => {
    const at = ranges.findIndex((range) => range.test(address))
    return at < 0 ? ranges.length : at
  }
  return Object.values(interfaces)
    .flatMap((infos) => infos ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .sort((a, b) => rankOf(a) - rankOf(b))[0]
}

/** How a phone in the same network opens the service: the address, also as a QR code. */
export function phoneText(address: string | undefined, port: number): string {
  if (address === undefined)
    return '  No phone can reach this machine: it is in no network. Connect it, and start again.\n\n'
  const url = `http://${address}:${port}/`
  return `  On a phone in the same network, open ${url}

${renderUnicodeCompact(url, { border: 2 })
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}

  On the phone each checkout is a full page: browsers show the popup only on https or on their own machine.
  Everybody in this network can reach it. The control API answers to them only with --control-token.

`
}
