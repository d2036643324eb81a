import type { IncomingMessage } from 'node:http'
import { decodeUtf8 } from './fetch.js'

/**
 * Reads a body as text. Discards everything beyond the limit, but reads to the end, because most clients read no
 * response before they have sent the whole body.
 *
 * @returns The text; one that is longer than the limit if the body is too large.
 */
export async function readText(request: IncomingMessage, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (sizeBytes <= limitBytes) chunks.push(chunk)
    sizeBytes += chunk.length
  }
  const bytes = Buffer.concat(chunks)
  // Part of a body may end within a character. In Latin-1 each byte is one.
  return sizeBytes > limitBytes ? bytes.toString('latin1') : decodeUtf8(bytes)
}
