import type { NetworkInterfaceInfo } from 'node:os'
import { renderUnicodeCompact } from 'uqr'

/** Networks that a home or an office has, in the order in which a phone is most often found. */
const ranges: readonly RegExp[] = [/^192\.168\./, /^10\./, /^172\.(?:1[6-9]|2\d|3[01])\./]

/**
 * The address of this machine in the network that a phone is in too.
 *
 * @param interfaces - What `networkInterfaces()` of `node:os` says.
 * @returns An IPv4 address; undefined when there is none but this machine's own.
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

/** How a phone in the same network gets here: the address, and the same as a QR code. */
export function phoneText(address: string | undefined, port: number): string {
  if (address === undefined) return '  This machine is in no network, so no phone reaches it.\n\n'
  const url = `http://${address}:${port}/`
  return `  On a phone in the same network, open ${url}

${renderUnicodeCompact(url, { border: 2 })
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}

  Browsers open popups on https or on their own machine only: on the phone each checkout is a full page.
  Everybody in this network reaches it. The control API answers to them only with --control-token.

`
}
