import { openService, type Service } from './door.js'
import { answerFile, forgetOld, keepFiles } from './files.js'
import { openShelf } from './shelf.js'
import { openStore } from './store.js'

declare const self: ServiceWorkerGlobalScope

const scope = new URL('./', self.location.href)
const baseUrl = new URL('service', scope).href

let opened: Promise<Service> | undefined
/** The service, as the last worker left it. If it could not be opened, the next request tries again. */
function service(): Promise<Service> {
  opened ??= openStore(openShelf(`cedi-playground ${scope.pathname}`), tellPages)
    .then((store) => openService(store, { baseUrl, nowMs: Date.now, languages: navigator.languages }))
    .catch((error) => {
      opened = undefined
      throw error
    })
  return opened
}

/** Tells the pages that something has happened; they read what it was. */
async function tellPages(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage({ changed: true })
}

async function startOver(): Promise<Response> {
  await (await service()).startOver()
  return new Response(null, { status: 204 })
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles(scope).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld(scope).then(() => self.clients.claim()))
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
    event.respondWith(service().then(({ nowMs }) => new Response(JSON.stringify({ nowMs: nowMs() }))))
    return
  }
  const isService = pathname === `${scope.pathname}service` || pathname.startsWith(`${scope.pathname}service/`)
  event.respondWith(isService ? service().then(({ answer }) => answer(request)) : answerFile(scope, request))
})

self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim())
})

// Due events happen without requests, as long as the browser keeps the worker running.
setInterval(() => {
  opened?.then(({ tick }) => tick()).catch((error) => console.warn('[playground]', error))
}, 500)
