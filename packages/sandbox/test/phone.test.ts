import type { NetworkInterfaceInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { formatPhoneInstructions, networkAddress } from '../src/cli/phone.js'

const info = (address: string, overrides: object = {}) =>
  ({ address, family: 'IPv4', internal: false, ...overrides }) as NetworkInterfaceInfo

describe('a phone in the same network', () => {
  it('gets the address of this computer in that network, not a bridge or loopback address', () => {
    expect(
      networkAddress({
        lo: [info('127.0.0.1', { internal: true })],
        docker0: [info('172.17.0.1')],
        wlan0: [info('fe80::1', { family: 'IPv6' }), info('192.168.1.20')],
      }),
    ).toBe('192.168.1.20')
    expect(networkAddress({ eth0: [info('41.66.1.2')], tun0: [info('10.8.0.2')] })).toBe('10.8.0.2')
    expect(networkAddress({ lo: [info('127.0.0.1', { internal: true })], off: undefined })).toBeUndefined()
  })

  it('gets a QR code with the URL', () => {
    const text = formatPhoneInstructions('192.168.1.20', 23300)
    expect(text).toContain('http://192.168.1.20:23300/')
    expect(text.split('\n').filter((line) => /[█▀▄]/.test(line)).length).toBeGreaterThan(10)
    expect(formatPhoneInstructions(undefined, 23300)).toContain('no network')
  })
})
