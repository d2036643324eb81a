import type { IncomingMessage } from 'node:http'
import { decodeUtf8 } from './fetch.js'

/** Initial size of the buffer of a body. */
const initialBytes = 16_384

/**
 * Reads a body as a string. Discards everything beyond the limit, but reads to the end, because most clients read no
 * response before they have sent the whole body. The parts are copied into one buffer, because an object for each of a
 * million parts of one byte would take hundreds of times the memory.
 *
 * @returns The string; one that is longer than the limit if the body is too large.
 */
export async function readText(request: IncomingMessage, limitBytes: number): Promise<string> {
  let buffer: Buffer = Buffer.alloc(0)
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    const endBytes = sizeBytes + chunk.length
    if (endBytes <= limitBytes) {
      if (endBytes > buffer.length) buffer = grow(buffer, endBytes, limitBytes)
      chunk.copy(buffer, sizeBytes)
    }
    sizeBytes = endBytes
  }
  return sizeBytes > limitBytes ? ' '.repeat(limitBytes + 1) : decodeUtf8(buffer.subarray(0, sizeBytes))
}

function grow(buffer: Buffer, minBytes: number, limitBytes: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(limitBytes, Math.max(initialBytes, minBytes, buffer.length * 2)))
  buffer.copy(larger)
  return larger
}
