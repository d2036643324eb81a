import type { IncomingMessage } from 'node:http'
import { bodyLimitBytes } from '../http/body.js'
import { utf8Of } from './fetch.js'

/** Memory that requests share. */
export interface Room {
  /** Takes some of it. @returns Whether there was enough. */
  take(bytes: number): boolean
  free(bytes: number): void
}

/** Makes a room of so many bytes. */
export function createRoom(bytes: number): Room {
  let left = bytes
  return {
    take(wanted) {
      if (wanted > left) return false
      left -= wanted
      return true
    },
    free(taken) {
      left += taken
    },
  }
}

/** How much of a body that is too large is still read: most callers send everything before they read an answer. */
const longestRead = 16 * bodyLimitBytes

/** A body, and the memory that it uses until it is freed. */
export interface HeldText {
  readonly text: string
  free(): void
}

/**
 * Reads a body as text. Bytes beyond the limit are discarded but counted: one more makes it too large.
 *
 * @returns `no room` when all bodies together would exceed the memory; then the rest is discarded.
 * @decision 0035
 */
export function readText(request: IncomingMessage, limitBytes: number, room: Room): Promise<HeldText | 'no room'> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let [bytes, taken] = [0, 0]
    const free = () => {
      room.free(taken)
      taken = 0
    }
    /** The rest is not even looked at. */
    const give = (result: HeldText | 'no room') => {
      request.removeAllListeners('data')
      request.resume()
      resolve(result)
    }
    // Stands for a body that was not kept.
    const tooLarge = () => ({ text: ' '.repeat(limitBytes + 1), free })
    // If the announced length is more than is ever read, do not wait for it.
    if (Number(request.headers['content-length']) > Math.max(limitBytes, longestRead)) return give(tooLarge())
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limitBytes) {
        chunks = []
        free()
        // A body longer than this is not read to its end.
        if (bytes > longestRead) give(tooLarge())
        return
      }
      if (!room.take(chunk.length)) {
        chunks = []
        free()
        return give('no room')
      }
      taken += chunk.length
      chunks.push(chunk)
    })
    request.on('end', () => resolve(bytes > limitBytes ? tooLarge() : { text: utf8Of(Buffer.concat(chunks)), free }))
    request.on('error', (error) => {
      free()
      reject(error)
    })
  })
}
