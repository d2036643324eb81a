/** An element, as the protocol writes it. */
export type ElementHandle = Readonly<Record<string, string>>

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** The key of an element in commands. */
export const idOf = (element: ElementHandle): string => element[elementKey] ?? ''

/** A refusal of the driver. Its `code` is the error of the protocol, such as `no such window`. */
export class DriverError extends Error {
  override readonly name = 'DriverError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Calls one command. */
export type Call = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>

/**
 * A client of the W3C WebDriver protocol: JSON over HTTP, and nothing else.
 *
 * @param address - Of the driver, or of one session.
 * @throws DriverError when the driver refuses; a driver that hangs is given up after half a minute.
 */
export const connectDriver =
  (address: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await response.json()) as { value: { error: string; message: string } }
    if (!response.ok) throw new DriverError(value.error, `${method} ${path}: ${value.error}. ${value.message}`)
    return value as never
  }
