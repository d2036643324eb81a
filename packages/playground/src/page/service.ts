/** URL of the playground folder. */
export const folder: URL = new URL('./', location.href)

/** Base URL of the service in the worker. */
export const baseUrl: string = new URL('service', folder).href

/** Timeout of the installation, after which the page shows recordings. */
const installTimeoutMs = 60_000

/**
 * Starts the service if it does not run.
 *
 * @returns An error message, or undefined if the service runs.
 */
export async function connect(): Promise<string | undefined> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return 'This browser has no service workers, or hides them in private windows.'
  try {
    // For each page that the worker handles, the browser checks worker.js for a new version. With `all`, it uses the HTTP
    // cache. An inline script of the page has already registered the worker; this call reports an error of the registration.
    const registration = await serviceWorker.register(new URL('worker.js', folder), { updateViaCache: 'all' })
    if (!serviceWorker.controller) await waitForControl(registration)
    await readNow()
    return undefined
  } catch (error) {
    return `The service did not start: ${(error as Error).message}.`
  }
}

/** Waits until the worker controls this page. */
function waitForControl({ installing, active }: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, installTimeoutMs, new Error('it took longer than a minute'))
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(new Error('a file of the playground did not arrive'))
    })
    // After a reload with Shift, the page is not controlled until the worker claims it.
    active?.postMessage('claim')
  })
}

/** Calls the control API. @throws Error with the message of the service. */
export async function callControlApi<Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> {
  const response = await fetch(`${baseUrl}/__mock/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const { data, error } = (await response.json()) as { data: Data; error?: { message: string } }
  if (error) throw new Error(error.message)
  return data
}

/** Reads the time of the playground in milliseconds. */
export async function readNow(): Promise<number> {
  const { nowMs } = (await (await fetch(new URL('now', folder))).json()) as { nowMs: number }
  return nowMs
}

/** Restores the initial state of worker and page. */
export async function startOver(): Promise<void> {
  const { ok, status } = await fetch(new URL('start-over', folder), { method: 'POST' })
  if (!ok) throw new Error(`The service answered ${status}.`)
  // Removes data of buy button and checkout, not of other pages of this host.
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage)) if (/^cedi[.:]/.test(name)) storage.removeItem(name)
}
