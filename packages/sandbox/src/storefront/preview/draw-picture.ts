import { once } from 'node:events'
import module from 'node:module'
import { Worker } from 'node:worker_threads'

/** Files of the optional packages for pictures. */
const packageFiles = {
  script: '@resvg/resvg-wasm',
  module: '@resvg/resvg-wasm/index_bg.wasm',
  font: '@expo-google-fonts/noto-serif/600SemiBold/NotoSerif_600SemiBold.ttf',
} as const

type Files = Readonly<Record<keyof typeof packageFiles, string>>

let resolved: Files | null | undefined
/** Resolves the files of the library and the font. Returns null if they are not installed. */
function resolveFiles(): Files | null {
  if (resolved !== undefined) return resolved
  const { resolve } = module.createRequire(import.meta.url)
  try {
    resolved = {
      script: resolve(packageFiles.script),
      module: resolve(packageFiles.module),
      font: resolve(packageFiles.font),
    }
  } catch {
    resolved = null
  }
  return resolved
}

/** Whether the packages for pictures are installed. */
export const canDraw = (): boolean => resolveFiles() !== null

/** Code of the worker thread. Drawing takes a quarter of a second, and must not block payments. */
const workerCode = `
const { parentPort, workerData: { script, module, font } } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const { initWasm, Resvg } = require(script)
const isReady = initWasm(readFileSync(module))
const fontBuffers = [readFileSync(font)]
parentPort.on('message', async (svg) => {
  await isReady
  const drawing = new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: 'Noto Serif' } })
  const image = drawing.render()
  parentPort.postMessage(image.asPng())
  image.free()
  drawing.free()
})
`

/** Maximum number of queued pictures. */
const maxQueued = 16
/** Maximum duration of a drawing. The worker is then terminated. */
const timeoutMs = 10_000
/** Idle time after which the worker is terminated. */
const idleMs = 30_000
/** Maximum number of cached pictures, about 4 MB. */
const maxCached = 128

const cache = new Map<string, Uint8Array>()
const pending = new Map<string, Promise<Uint8Array | undefined>>()
let last: Promise<unknown> = Promise.resolve()
let worker: Worker | undefined
let idleTimer: NodeJS.Timeout | undefined

/**
 * Draws an SVG as PNG. Drawings are serialized, and cached.
 *
 * @returns Undefined if the queue is full, or after a timeout.
 * @decision 0084
 */
export async function drawPicture(svg: string): Promise<Uint8Array | undefined> {
  const existing = cache.get(svg) ?? pending.get(svg)
  if (existing) return existing
  if (pending.size >= maxQueued) return undefined
  const drawing = last.then(() => drawInWorker(svg)).finally(() => pending.delete(svg))
  last = drawing.catch(() => {})
  pending.set(svg, drawing)
  return drawing
}

async function drawInWorker(svg: string): Promise<Uint8Array | undefined> {
  clearTimeout(idleTimer)
  worker ??= new Worker(workerCode, { eval: true, workerData: resolveFiles() })
  const current = worker
  current.ref()
  current.postMessage(svg)
  try {
    const [png] = (await once(current, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [Uint8Array]
    cache.set(svg, png)
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
    // An idle worker must not keep the process alive.
    current.unref()
    idleTimer = setTimeout(terminateWorker, idleMs).unref()
    return png
  } catch (error) {
    terminateWorker()
    if ((error as Error).name === 'AbortError') return undefined
    throw error
  }
}

function terminateWorker(): void {
  void worker?.terminate()
  worker = undefined
}
