/** Response of any transport. The `Response` of `fetch` has this shape. */
export interface ResponseLike {
  /** HTTP status. */
  readonly status: number
  /** Reads the whole body. */
  text?(): Promise<string>
  /** Reads and parses the whole body. Used if there is no `text`. */
  json?(): Promise<unknown>
}

/** Default limit of a response body: 4 MiB after decompression. */
export const defaultMaxResponseBytes = 4_194_304

// Structural types, because consumers may compile without DOM or Node types.
interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>
  cancel(): Promise<void>
}
declare const TextDecoder: new () => { decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string }

/**
 * Reads the body of a response. A stream is cancelled as soon as it exceeds the limit, because a small compressed response
 * may expand to gigabytes. A transport without a stream has read the body already.
 *
 * @returns The body: a string, or the value of `json()`; undefined if it exceeds the limit.
 */
export async function readBody(response: ResponseLike, maxBytes: number): Promise<unknown> {
  const stream = (response as { readonly body?: { getReader?(): BodyReader } | null }).body
  if (typeof stream?.getReader === 'function' && response.text) return readStream(stream.getReader(), maxBytes)
  const body = await (response.text ? response.text() : response.json?.())
  // A UTF-16 unit has at least one byte, so this is a lower bound of the size.
  return typeof body === 'string' && body.length > maxBytes ? undefined : (body ?? '')
}

async function readStream(reader: BodyReader, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done || !value) return text + decoder.decode()
    size += value.length
    if (size > maxBytes) {
      // The rest is not needed, also if the transport cannot be cancelled.
      reader.cancel().catch(() => {})
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
