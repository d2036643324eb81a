// Handles "Try it" forms: sends the request to the service in the playground and shows the raw response.

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

/** Waits until a worker is active. */
const waitForActivation = ({ installing, waiting, active }) =>
  new Promise((resolve, reject) => {
    const worker = installing ?? waiting ?? active
    const checkState = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('a file of the playground did not arrive'))
    }
    worker.addEventListener('statechange', checkState)
    checkState()
  })

let openedWindow
/** Opens a hidden frame of the playground, whose requests its service worker handles. */
function playgroundWindow(folder) {
  openedWindow ??= (async () => {
    if (!navigator.serviceWorker)
      throw new Error('this browser has no service workers, or hides them in private windows')
    const at = { scope: folder, updateViaCache: 'none' }
    await waitForActivation(await navigator.serviceWorker.register(`${folder}worker.js`, at))
    const frame = document.createElement('iframe')
    frame.hidden = true
    frame.title = 'The playground'
    frame.src = `${folder}now`
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true })
      document.body.append(frame)
    })
    return frame.contentWindow
  })()
  // After a failure, the next click retries.
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
