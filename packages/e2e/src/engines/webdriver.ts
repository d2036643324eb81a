/** Element reference of the protocol. */
export type ElementHandle = Readonly<Record<string, string>>

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Returns the identifier of an element in commands. */
export const getElementId = (element: ElementHandle): string => element[elementKey] ?? ''

/** Error response of the driver. `code` is an error code of the protocol, such as `no such window`. */
export class DriverError extends Error {
  override readonly name = 'DriverError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Sends one command. */
export type Call = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>

/**
 * Creates a client of the W3C WebDriver protocol.
 *
 * @param address - Base URL of the driver or of one session.
 * @throws DriverError if the driver responds with an error, TimeoutError after 30 s without a response.
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
