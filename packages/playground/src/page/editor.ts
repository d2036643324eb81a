import type { RunMessage } from '../run/run-message.js'
import { byId } from './dom.js'
import { clearOutput, print, showCall } from './output.js'
import { showRecordedRun } from './recording.js'
import { refresh } from './refresh.js'
import { type Run, run } from './run.js'
import { findSnippet } from './scenarios.js'

const editor = byId<HTMLTextAreaElement>('editor')
const runButton = byId<HTMLButtonElement>('run')
const stopButton = byId<HTMLButtonElement>('stop')
const status = byId('said')
/** ID of the scenario or call in the editor; empty if the visitor has edited it. */
let shownId = ''
let running: Run | undefined
/** Number of starts: of several starts before the service is ready, only the last runs. */
let startCount = 0

/** Resolves `ready`, with whether the service runs. */
let resolveReady: (isLive: boolean) => void = () => {}
const ready = new Promise<boolean>((resolve) => {
  resolveReady = resolve
})

/** Shows the code of a link such as `#refund`. @returns Whether the link is known. */
export function showSnippet(hash: string): boolean {
  const snippet = findSnippet(hash)
  if (!snippet) return false
  shownId = snippet.id
  editor.value = snippet.code
  markCurrentLink()
  return true
}

function markCurrentLink(): void {
  for (const link of document.querySelectorAll('[data-scenario]'))
    if (link.getAttribute('data-scenario') === shownId) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
}

/** Shows the code of a link and runs it. */
export async function runLink(hash: string): Promise<void> {
  if (showSnippet(hash)) await start()
}

/** Runs the code of the editor when the service is ready. Stops the previous run. */
async function start(): Promise<void> {
  const ownStart = ++startCount
  status.textContent = 'It runs …'
  const isLive = await ready
  if (ownStart !== startCount) return
  if (!isLive) return showRecordedRun(shownId)
  running?.stop()
  clearOutput()
  setRunning(true)
  let hasEnded = false
  const program = await run(editor.value, (message) => {
    hasEnded ||= message.type === 'end'
    handleMessage(message)
  })
  if (!hasEnded) running = program
}

function handleMessage(message: RunMessage): void {
  if (message.type === 'print') print(message.text, message.kind)
  if (message.type === 'call') showCall(message)
  if (message.type !== 'end') return
  running = undefined
  setRunning(false)
  if (message.error !== undefined) print(message.error, 'error')
  status.textContent = message.error === undefined ? 'It ran to its end.' : 'It ended early. The output says why.'
  void refresh()
}

function setRunning(isRunning: boolean): void {
  runButton.disabled = isRunning
  stopButton.hidden = !isRunning
}

/** Stops the run and clears its output. */
export function stop(): void {
  startCount++
  running?.stop()
  clearOutput()
}

/** Enables running code, or showing its recording if the service is not available. */
export function setLive(isLive: boolean): void {
  if (!isLive) {
    editor.readOnly = true
    runButton.textContent = 'Show'
  }
  resolveReady(isLive)
}

/** Adds the event listeners of the editor and its buttons. */
export function listen(runAndShowError: (action: () => unknown) => void): void {
  runButton.addEventListener('click', () => runAndShowError(start))
  stopButton.addEventListener('click', () => running?.stop())
  editor.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    runAndShowError(start)
  })
  editor.addEventListener('input', () => {
    shownId = ''
    markCurrentLink()
  })
}
