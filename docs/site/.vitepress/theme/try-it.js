// "Try it": sends the form to the service in the playground and shows the raw answer.

/** A form's fields. */
function requestOf(form) {
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
      const [where, parameter] = name.split(':')
      if (where === 'path') path = path.replace(`{${parameter}}`, encodeURIComponent(text))
      else if (where === 'query') query.set(parameter, text)
      else headers[parameter] = text
    }
  }
  return { address: path + (query.size > 0 ? `?${query}` : ''), init: { method: form.dataset.method, headers, body } }
}

/** The status, the useful headers, and the body, indented if it is JSON. */
async function shown(response) {
  const text = await response.text()
  let body = text
  try {
    body = JSON.stringify(JSON.parse(text), null, 2)
  } catch {}
  const told = ['link', 'idempotency-hit', 'x-service-simulate', 'x-request-id', 'retry-after']
    .filter((name) => response.headers.has(name))
    .map((name) => `${name}: ${response.headers.get(name)}`)
  return [`${response.status}`, ...told, '', body].join('\n')
}

/** A worker that is being installed, once it can answer. */
const working = ({ installing, waiting, active }) =>
  new Promise((resolve, reject) => {
    const worker = installing ?? waiting ?? active
    const look = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('a file of the playground did not arrive'))
    }
    worker.addEventListener('statechange', look)
    look()
  })

let opened
/** A hidden window of the playground: the service in its worker answers its requests. */
function playgroundWindow(folder) {
  opened ??= (async () => {
    if (!navigator.serviceWorker)
      throw new Error('this browser has no service workers, or hides them in private windows')
    const at = { scope: folder, updateViaCache: 'none' }
    await working(await navigator.serviceWorker.register(`${folder}worker.js`, at))
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
  // If it could not start, the next click starts it again.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

/** Sends to the service in the playground; without one, to the sandbox that serves this site. */
async function ask(folder, address, init) {
  if (!folder) return fetch(address, init)
  const playground = await playgroundWindow(folder)
  return playground.fetch(`${folder}service${address}`, init)
}

/**
 * Handles every form of the HTTP API pages, now and later.
 *
 * @param folder - The playground's address; undefined when this site has none.
 */
export function sendForms(folder) {
  document.addEventListener('submit', async (event) => {
    const form = event.target
    if (!form.matches('form.try-it')) return
    event.preventDefault()
    const answer = form.querySelector('.try-it-answer')
    answer.hidden = false
    answer.textContent = 'Sending …'
    const { address, init } = requestOf(form)
    try {
      answer.textContent = await shown(await ask(folder, address, init))
    } catch (error) {
      answer.textContent = `Nothing was sent: ${error.message}. Serve this site yourself with npm run docs and try again there.`
    }
  })
}
