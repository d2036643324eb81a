import { byId } from './dom.js'
import { follow, listen, open, showCode, stop } from './editor.js'
import { look, showClock } from './look.js'
import { ask, baseUrl, connect, startOver } from './service.js'
import { showStep } from './walk.js'

const said = byId('said')

/** Runs something, and shows an error. */
function tried(act: () => unknown): void {
  Promise.resolve()
    .then(act)
    .catch((error: Error) => {
      said.textContent = error.message
    })
}

/** The button of `embed.js`, as in a shop: it opens the checkout in a popup over this page. */
function openShop(): void {
  const tag = document.createElement('script')
  tag.src = `${baseUrl}/embed.js`
  Object.assign(tag.dataset, { handle: 'ama', product: 'kente-tote', label: 'Buy' })
  byId('button').replaceChildren(tag)
  for (const live of document.querySelectorAll<HTMLElement>('[data-live]')) live.hidden = false
}

/** Opens a page that needs an invitation. The tab is opened first, because a browser allows it only in a click. */
async function openDoor(door: string): Promise<void> {
  const tab = window.open('about:blank')
  const { url } = await ask<{ url: string }>('POST', `${door}/invitations`, {})
  if (tab) tab.location.href = url
  else location.href = url
}

async function again(): Promise<void> {
  stop()
  await startOver()
  await look()
  said.textContent = 'Everything is as it was at the start.'
}

document.addEventListener('click', (event) => {
  const { dataset } = (event.target as Element).closest<HTMLElement>('[data-scenario], [data-push], [data-door]') ?? {}
  const { scenario, push, door } = dataset ?? {}
  if (scenario !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    // Following the same link again does not change the address.
    event.preventDefault()
    history.replaceState(null, '', `#${scenario}`)
    tried(() => follow(scenario))
  }
  if (push !== undefined) tried(() => ask('POST', 'clock/advance', { by: push }).then(look))
  if (door !== undefined) tried(() => openDoor(door))
})
byId('start-over').addEventListener('click', () => tried(again))
addEventListener('hashchange', () => tried(() => follow(location.hash)))
listen(tried)
// They scroll, so they must be reachable by keyboard.
for (const id of ['entries', 'printed']) byId(id).tabIndex = 0

/** Whether the visitor came by a link, not by a reload or Back. */
function isNew(): boolean {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return how?.type === 'navigate'
}

async function begin(): Promise<void> {
  // A link that was followed before this script loaded is in the address. A reload must not pay again.
  if (!showCode(location.hash)) showCode('pay')
  else if (isNew()) tried(() => follow(location.hash))
  const problem = await connect()
  if (problem === undefined) {
    byId('start').textContent = 'The service runs in your browser, and remembers until you start over.'
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data?.changed) void look()
    })
    openShop()
    await look()
    if (said.textContent === '') said.textContent = 'Ready.'
  } else {
    byId('start').textContent = `${problem} So this page shows what the code did when it was recorded.`
    byId<HTMLButtonElement>('start-over').disabled = true
    await showStep('pay')
  }
  open(problem === undefined)
  document.documentElement.dataset['state'] = problem === undefined ? 'live' : 'recorded'
}

setInterval(showClock, 1000)
tried(begin)
