import { byId } from './dom.js'
import { listen, runLink, setLive, showSnippet, stop } from './editor.js'
import { showRecordedRun } from './recording.js'
import { refresh, showClock } from './refresh.js'
import { baseUrl, callControlApi, connect, startOver } from './service.js'

const status = byId('said')

/** Runs an action and shows its error. */
function runAndShowError(action: () => unknown): void {
  Promise.resolve()
    .then(action)
    .catch((error: Error) => {
      status.textContent = error.message
    })
}

/** Adds the buy button of `embed.js`, which opens the checkout in a popup. */
function addBuyButton(): void {
  const tag = document.createElement('script')
  tag.src = `${baseUrl}/embed.js`
  Object.assign(tag.dataset, { handle: 'ama', product: 'kente-tote', label: 'Buy' })
  byId('button').replaceChildren(tag)
  for (const element of document.querySelectorAll<HTMLElement>('[data-live]')) element.hidden = false
}

/** Scrolls to the ledger if it is out of sight, as on a phone. */
function scrollToLedger(): void {
  const ledger = byId('ledger')
  if (ledger.getBoundingClientRect().top > innerHeight / 2) ledger.scrollIntoView()
}

/** Opens a page that needs an invitation. Opens the tab first, because browsers allow that only during a click. */
async function openInvitation(area: string): Promise<void> {
  const tab = window.open('about:blank')
  const { url } = await callControlApi<{ url: string }>('POST', `${area}/invitations`, {})
  if (tab) tab.location.href = url
  else location.href = url
}

async function startOverAndRefresh(): Promise<void> {
  stop()
  await startOver()
  await refresh()
  status.textContent = 'Everything is as it was at the start.'
}

document.addEventListener('click', (event) => {
  const { dataset } = (event.target as Element).closest<HTMLElement>('[data-scenario], [data-push], [data-area]') ?? {}
  const { scenario, push, area } = dataset ?? {}
  if (scenario !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    // A second click on the same link does not fire hashchange.
    event.preventDefault()
    history.replaceState(null, '', `#${scenario}`)
    runAndShowError(() => runLink(scenario))
    scrollToLedger()
  }
  if (push !== undefined) runAndShowError(() => callControlApi('POST', 'clock/advance', { by: push }).then(refresh))
  if (area !== undefined) runAndShowError(() => openInvitation(area))
})
byId('start-over').addEventListener('click', () => runAndShowError(startOverAndRefresh))
document.addEventListener('cedi:close', scrollToLedger)
addEventListener('hashchange', () => runAndShowError(() => runLink(location.hash)))
listen(runAndShowError)
// Scrollable elements must be reachable by keyboard.
for (const id of ['entries', 'printed']) byId(id).tabIndex = 0

/** Whether the page was opened by navigation, not by a reload or Back. */
function isNavigation(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate'
}

async function start(): Promise<void> {
  // Handles a link that was clicked before this script loaded. A reload must not pay again.
  if (!showSnippet(location.hash)) showSnippet('pay')
  else if (isNavigation()) runAndShowError(() => runLink(location.hash))
  const connectError = await connect()
  if (connectError === undefined) {
    byId('start').textContent = 'The service runs in your browser, and remembers until you start over.'
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data?.changed) void refresh()
    })
    // Code that waits for the service runs while the page reads the ledger.
    setLive(true)
    addBuyButton()
    await refresh()
    if (status.textContent === '') status.textContent = 'Ready.'
  } else {
    byId('start').textContent = `${connectError} So this page shows what the code did when it was recorded.`
    byId<HTMLButtonElement>('start-over').disabled = true
    await showRecordedRun('pay')
    setLive(false)
  }
  document.documentElement.dataset['state'] = connectError === undefined ? 'live' : 'recorded'
}

setInterval(showClock, 1000)
runAndShowError(start)
