/** The folder of the playground. */
export const folder: URL = new URL('./', location.href)

/** The base address of the service that runs in the worker. */
export const baseUrl: string = new URL('service', folder).href

/** How long an installation may take before the page shows the recorded walk instead. */
const patienceMs = 60_000

/**
 * Starts the service, or finds it running.
 *
 * @returns Why it cannot run here, in a sentence; undefined when this page can use it.
 */
export async function connect(): Promise<string | undefined> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return 'This browser has no service workers, or hides them in private windows.'
  try {
    const registration = await serviceWorker.register(new URL('worker.js', folder), { updateViaCache: 'none' })
    if (!serviceWorker.controller) await controlled(registration)
    await readNow()
    return undefined
  } catch (error) {
    return `The service did not start: ${(error as Error).message}.`
  }
}

/** Waits until the worker answers this page's requests. */
function controlled({ installing, active }: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, patienceMs, new Error('it took longer than a minute'))
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(new Error('a file of the playground did not arrive'))
    })
    // A page that was loaded past the worker, for example with Shift and reload, asks the worker to take over.
    active?.postMessage('claim')
  })
}

/** Calls the control API: acts as buyer, bank, operator and clock. @throws Error with the service's text. */
export async function ask<Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> {
  const response = await fetch(`${baseUrl}/__mock/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const { data, error } = (await response.json()) as { data: Data; error?: { message: string } }
  if (error) throw new Error(error.message)
  return data
}

/** The time of the playground. */
export async function readNow(): Promise<number> {
  const { nowMs } = (await (await fetch(new URL('now', folder))).json()) as { nowMs: number }
  return nowMs
}

/** Restores the state at the start, in the worker and in this page. */
export async function startOver(): Promise<void> {
  const { ok, status } = await fetch(new URL('start-over', folder), { method: 'POST' })
  if (!ok) throw new Error(`The service answered ${status}.`)
  // What the buy button and the checkout store; other pages of this host keep their own.
  for (const kept of [localStorage, sessionStorage])
    for (const name of Object.keys(kept)) if (/^cedi[.:]/.test(name)) kept.removeItem(name)
}
