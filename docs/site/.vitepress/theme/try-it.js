// Handles "Try it" forms: sends the request to the service in the playground and shows the raw response.
import { openPlaygroundFrame } from './playground-worker.js'

/** Reads the request of a form. */
function readForm(form) {
  const headers = { Accept: 'application/json' }
  const query = new URLSearchParams()
  let path = form.dataset.path
  let body
  for (const [name, value] of new FormData(form)) {
    const text = String(value)
    if (name === 'body') {
      body = text
      headers['Content-Type'] = 'application/json'
    } else if (name === 'key') {
      if (text) headers.Authorization = `Bearer ${text}`
    } else if (text) {
      const [location, parameter] = name.split(':')
      if (location === 'path') path = path.replace(`{${parameter}}`, encodeURIComponent(text))
      else if (location === 'query') query.set(parameter, text)
      else headers[parameter] = text
    }
  }
  return { address: path + (query.size > 0 ? `?${query}` : ''), init: { method: form.dataset.method, headers, body } }
}

/** Formats status, selected headers, and body, indented if it is JSON. */
async function formatResponse(response) {
  const text = await response.text()
  let body = text
  try {
    body = JSON.stringify(JSON.parse(text), null, 2)
  } catch {}
  const headerLines = ['link', 'idempotency-hit', 'x-service-simulate', 'x-request-id', 'retry-after']
    .filter((name) => response.headers.has(name))
    .map((name) => `${name}: ${response.headers.get(name)}`)
  return [`${response.status}`, ...headerLines, '', body].join('\n')
}

let openedWindow
/** Opens a hidden frame of the playground. After a failure, the next click retries. */
function playgroundWindow(folder) {
  const frame = Object.assign(document.createElement('iframe'), { hidden: true, title: 'The playground' })
  openedWindow ??= openPlaygroundFrame(folder, frame)
  openedWindow.catch(() => {
    openedWindow = undefined
  })
  return openedWindow
}

/** Sends a request to the playground, or without it to the sandbox behind this site. */
async function sendRequest(folder, address, init) {
  if (!folder) return fetch(address, init)
  const playground = await playgroundWindow(folder)
  return playground.fetch(`${folder}service${address}`, init)
}

/**
 * Handles all forms of the HTTP API pages, including those added later.
 *
 * @param folder - Path of the playground; undefined without one.
 */
export function sendForms(folder) {
  document.addEventListener('submit', async (event) => {
    const form = event.target
    if (!form.matches('form.try-it')) return
    event.preventDefault()
    const output = form.querySelector('.try-it-answer')
    output.hidden = false
    output.textContent = 'Sending …'
    const { address, init } = readForm(form)
    try {
      output.textContent = await formatResponse(await sendRequest(folder, address, init))
    } catch (error) {
      output.textContent = `Nothing was sent: ${error.message}. Serve this site yourself with npm run docs and try again there.`
    }
  })
}
