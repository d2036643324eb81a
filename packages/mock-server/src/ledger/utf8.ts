type Coders = Pick<typeof globalThis, 'TextEncoder' | 'TextDecoder'>

/**
 * Returns the encoders of the platform: the globals, or those of Node in a simulated DOM, which may hide the globals.
 * They are looked up on first use, because the test runner may define them after this module is loaded.
 */
function getCoders(): Coders {
  if (globalThis.TextEncoder) return globalThis
  const { process } = globalThis as { process?: { getBuiltinModule?(id: 'node:util'): Coders } }
  const util = process?.getBuiltinModule?.('node:util')
  if (util) return util
  throw new Error('TextEncoder is missing. Use Node 20.16 or later, or define it as a global before the first request.')
}

let encoder: InstanceType<Coders['TextEncoder']> | undefined

/** Encodes a string as UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  encoder ??= new (getCoders().TextEncoder)()
  return encoder.encode(text)
}

/** Creates a function that decodes UTF-8, with the options of `TextDecoder`. */
export function createUtf8Decoder(options?: {
  readonly fatal?: boolean
  readonly ignoreBOM?: boolean
}): (bytes: ArrayBuffer | Uint8Array) => string {
  let decoder: InstanceType<Coders['TextDecoder']> | undefined
  return (bytes) => {
    decoder ??= new (getCoders().TextDecoder)('utf-8', options)
    return decoder.decode(bytes)
  }
}
