import { serveFile } from './files.js'
import { createService, type Service } from './playground-service.js'
import { openStateStorage } from './state-storage.js'
import { openStore } from './store.js'

declare const self: ServiceWorkerGlobalScope

const scope = new URL('./', self.location.href)
const baseUrl = new URL('service', scope).href

let openedService: Promise<Service> | undefined
/** Opens the service with the stored state. After a failure, the next request retries. */
function getService(): Promise<Service> {
  openedService ??= openStore(openStateStorage(`cedi-playground ${scope.pathname}`), notifyPages)
    .then((store) => createService(store, { baseUrl, nowMs: Date.now, languages: navigator.languages }))
    .catch((error) => {
      openedService = undefined
      throw error
    })
  return openedService
}

const logError = (error: unknown): void => console.warn('[playground]', error)

/** Notifies the pages of a change. */
async function notifyPages(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage({ changed: true })
}

async function startOver(): Promise<Response> {
  await (await getService()).startOver()
  return new Response(null, { status: 204 })
}

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
  // Only without an active worker, whose next write would fail after a write of this one.
  if (!self.registration.active)
    getService()
      .then(({ prepare }) => prepare())
      .catch(logError)
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return
  if (pathname === `${scope.pathname}start-over` && request.method === 'POST' && request.mode !== 'navigate') {
    event.respondWith(startOver())
    return
  }
  if (pathname === `${scope.pathname}now`) {
    event.respondWith(getService().then(({ nowMs }) => new Response(JSON.stringify({ nowMs: nowMs() }))))
    return
  }
  const isService = pathname === `${scope.pathname}service` || pathname.startsWith(`${scope.pathname}service/`)
  event.respondWith(isService ? getService().then(({ fetch }) => fetch(request)) : serveFile(scope, request))
})

self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim())
})

// Runs due events while the worker is alive.
setInterval(() => {
  openedService?.then(({ tick }) => tick()).catch(logError)
}, 500)
