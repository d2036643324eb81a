import type { Told } from '../run/told.js'
import { byId } from './dom.js'
import { look } from './look.js'
import { clearOutput, print, showCall } from './output.js'
import { type Run, run } from './run.js'
import { codeOf } from './scenarios.js'
import { showStep } from './walk.js'

const editor = byId<HTMLTextAreaElement>('editor')
const runButton = byId<HTMLButtonElement>('run')
const stopButton = byId<HTMLButtonElement>('stop')
const said = byId('said')
/** Which code is in the editor: a scenario, a call, or undefined when the visitor has edited it. */
let shown = ''
let running: Run | undefined
/** Counts starts: of two while the service is starting, the second runs. */
let round = 0

/** Whether the service runs, once that is known. */
let tellReady: (isLive: boolean) => void = () => {}
const ready = new Promise<boolean>((resolve) => {
  tellReady = resolve
})

/** Shows the code of a link such as `#refund`. @returns Whether it is one. */
export function showCode(hash: string): boolean {
  const found = codeOf(hash)
  if (!found) return false
  shown = found.id
  editor.value = found.code
  markShown()
  return true
}

function markShown(): void {
  for (const link of document.querySelectorAll('[data-scenario]'))
    if (link.getAttribute('data-scenario') === shown) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
}

/** Shows the code of a link and runs it. */
export async function follow(hash: string): Promise<void> {
  if (showCode(hash)) await start()
}

/** Runs the editor's code as soon as the service runs. One run at a time. */
async function start(): Promise<void> {
  const mine = ++round
  said.textContent = 'It runs …'
  const isLive = await ready
  if (mine !== round) return
  if (!isLive) return showStep(shown)
  running?.stop()
  clearOutput()
  setRunning(true)
  let hasEnded = false
  const started = await run(editor.value, (told) => {
    hasEnded ||= told.told === 'end'
    hear(told)
  })
  if (!hasEnded) running = started
}

function hear(told: Told): void {
  if (told.told === 'print') print(told.text, told.kind)
  if (told.told === 'call') showCall(told)
  if (told.told !== 'end') return
  running = undefined
  setRunning(false)
  if (told.error !== undefined) print(told.error, 'error')
  said.textContent = told.error === undefined ? 'It ran to its end.' : 'It ended early. The output says why.'
  void look()
}

function setRunning(isRunning: boolean): void {
  runButton.disabled = isRunning
  stopButton.hidden = !isRunning
}

/** Stops the run, and clears its output. */
export function stop(): void {
  round++
  running?.stop()
  clearOutput()
}

/** From now on, code runs; or, where it cannot, its recording is shown. */
export function open(isLive: boolean): void {
  if (!isLive) {
    editor.readOnly = true
    runButton.textContent = 'Show'
  }
  tellReady(isLive)
}

/** Listens to the editor and its buttons. */
export function listen(tried: (act: () => unknown) => void): void {
  runButton.addEventListener('click', () => tried(start))
  stopButton.addEventListener('click', () => running?.stop())
  editor.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    tried(start)
  })
  editor.addEventListener('input', () => {
    shown = ''
    markShown()
  })
}
