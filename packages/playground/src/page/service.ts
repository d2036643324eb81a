/** The folder of the playground. */
export const folder: URL = new URL('./', location.href)

/** The base address of the service that runs in the worker. */
export const baseUrl: string = new URL('service', folder).href

/** So long an installation may take before the page shows the recorded walk instead. */
const patienceMs = 60_000

/**
 * Starts the service, or finds it running.
 *
 * @returns Why it cannot run here, in a sentence; nothing when this page can ask it.
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

/** Waits until the worker answers what this page asks. */
function controlled({ installing, active }: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, patienceMs, new Error('it took longer than a minute'))
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(new Error('a file of the playground did not arrive'))
    })
    // A page that was loaded past the worker, as with Shift and reload, asks to be answered by it again.
    active?.postMessage('claim')
  })
}

/** Asks the control API: what buyers, banks, operators and time do. @throws Error with the words of the service. */
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

/** Everything as it was at the start, in the worker and in this page. */
export async function startOver(): Promise<void> {
  const { ok, status } = await fetch(new URL('start-over', folder), { method: 'POST' })
  if (!ok) throw new Error(`The service answered ${status}.`)
  // What the buy button and the checkout remember; other pages of this host keep what is theirs.
  for (const kept of [localStorage, sessionStorage])
    for (const name of Object.keys(kept)) if (/^cedi[.:]/.test(name)) kept.removeItem(name)
}
