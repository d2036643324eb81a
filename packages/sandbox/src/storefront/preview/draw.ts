import { once } from 'node:events'
import module from 'node:module'
import { Worker } from 'node:worker_threads'

/** What an operator installs who wants pictures. */
const parts = {
  script: '@resvg/resvg-wasm',
  module: '@resvg/resvg-wasm/index_bg.wasm',
  font: '@expo-google-fonts/noto-serif/600SemiBold/NotoSerif_600SemiBold.ttf',
} as const

type Files = Readonly<Record<keyof typeof parts, string>>

let found: Files | null | undefined
/** Where the library and the font are; nothing when they are not installed. */
function files(): Files | null {
  if (found !== undefined) return found
  const { resolve } = module.createRequire(import.meta.url)
  try {
    found = { script: resolve(parts.script), module: resolve(parts.module), font: resolve(parts.font) }
  } catch {
    found = null
  }
  return found
}

/** Whether there is what draws pictures. */
export const canDraw = (): boolean => files() !== null

/** Runs in a thread of its own: a picture takes a quarter of a second, in which no payment may wait. */
const program = `
const { parentPort, workerData: { script, module, font } } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const { initWasm, Resvg } = require(script)
const isReady = initWasm(readFileSync(module))
const fontBuffers = [readFileSync(font)]
parentPort.on('message', async (svg) => {
  await isReady
  const drawn = new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: 'Noto Serif' } })
  const image = drawn.render()
  parentPort.postMessage(image.asPng())
  image.free()
  drawn.free()
})
`

/** So many pictures wait their turn; whoever comes then is told to come again. */
const mostWaiting = 16
/** A picture that takes so long is given up, with its thread. */
const mostMs = 10_000
/** So long a thread waits for the next picture. */
const idleMs = 30_000
/** So many pictures are kept: about 4 MB. */
const mostKept = 128

const kept = new Map<string, Uint8Array>()
const underWay = new Map<string, Promise<Uint8Array | undefined>>()
let last: Promise<unknown> = Promise.resolve()
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/**
 * Draws an SVG as PNG, one at a time and each once.
 *
 * @returns Nothing when too many wait already, or when it takes too long.
 * @decision 0084
 */
export async function draw(svg: string): Promise<Uint8Array | undefined> {
  const there = kept.get(svg) ?? underWay.get(svg)
  if (there) return there
  if (underWay.size >= mostWaiting) return undefined
  const drawn = last.then(() => drawNow(svg)).finally(() => underWay.delete(svg))
  last = drawn.catch(() => {})
  underWay.set(svg, drawn)
  return drawn
}

async function drawNow(svg: string): Promise<Uint8Array | undefined> {
  clearTimeout(idle)
  thread ??= new Worker(program, { eval: true, workerData: files() })
  const own = thread
  own.ref()
  own.postMessage(svg)
  try {
    const [png] = (await once(own, 'message', { signal: AbortSignal.timeout(mostMs) })) as [Uint8Array]
    kept.set(svg, png)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    // No server stays up for it.
    own.unref()
    idle = setTimeout(endThread, idleMs).unref()
    return png
  } catch (error) {
    endThread()
    if ((error as Error).name === 'AbortError') return undefined
    throw error
  }
}

function endThread(): void {
  void thread?.terminate()
  thread = undefined
}
