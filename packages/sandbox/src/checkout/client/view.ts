import type { Model } from '../model.js'
import { checkoutTemplate, valuesOf, viewOf } from '../values.js'
import type { Carried, Wording } from '../wording.js'
import { build, byId } from './dom.js'

/** The root of the page. */
export const root: HTMLElement = document.documentElement
const live = byId('live') as HTMLElement
/** What this page brought along. */
export const carried: Carried = JSON.parse(byId('status')?.textContent as string)
/** The words of the language that the page is in. */
export let wording: Wording = carried.wording
/** What stands on the page. */
export let page = byId('checkout') as HTMLElement
let last: Model | undefined
let shown = ''

/**
 * Shows a model, unless it looks as before.
 *
 * @returns Whether words are missing that it needs now or next.
 */
export function show(model: Model): boolean {
  const before = last
  const view = viewOf(model)
  const isKnown = view in wording.views && (model.problem?.word !== 'failed' || wording.menus)
  const values = valuesOf(model, wording)
  // All that can be seen but the time: what is drawn anew without need loses the press of a finger that is on it.
  const look = JSON.stringify([root.lang, view, !isKnown, model.lastUsed, { ...values, clock: 0, early: 0 }])
  last = model
  const lacksWords = Boolean(model.choice) || !isKnown
  if (look === shown) return lacksWords
  shown = look
  const { activeElement } = document
  const wasInside = page.contains(activeElement)
  const [next] = build(checkoutTemplate(model, wording), values) as [HTMLElement]
  if (!wording.footer) next.append(page.lastChild as Node)
  if (!wording.header && model.merchant) next.prepend(page.firstChild as Node)
  // The way that was used last stands first.
  for (const way of next.querySelectorAll<HTMLButtonElement>('.way'))
    if (way.value === model.lastUsed) way.parentElement?.prepend(way)
  const inputs = page.querySelectorAll<HTMLInputElement>('input[id]')
  page.replaceWith(next)
  page = next
  // What was typed stays, whatever was wrong with it.
  for (const { id, value } of inputs) {
    const input = byId(id) as HTMLInputElement | null
    if (input) input.value ||= value
  }
  const moved = before && before.state !== model.state
  // Back leads to the choice of a way, and not out of the checkout.
  if (before?.state === 'method' && moved && !model.inFrame) history.pushState(history.state, '')
  const heading = byId('title')
  const title = heading?.textContent as string
  document.title = `${title} · ${model.merchant || 'Cedi'}`
  const field = byId(model.problem?.field ?? '')
  let news = (values['said'] || '') as string
  // One word about each change: the focus if the buyer is here, the live region if not.
  if (field) field.focus()
  else if (!moved) {
    const same = [...page.querySelectorAll<HTMLInputElement>('h1,button,input[id]')].find(
      ({ id, value }) => id + value === activeElement?.id + (activeElement as HTMLInputElement).value,
    )
    if (wasInside) (same ?? heading)?.focus()
  } else if (document.hasFocus()) heading?.focus()
  else news = title
  live.textContent = news
  return lacksWords
}

/** Puts the page into other words. They stand there when it is shown again. */
export function reword(words: Wording): void {
  wording = words
  root.lang = wording.tag
  if (!root.dataset['dir']) root.dir = wording.dir
  if (last?.inFrame) return
  const query = new URLSearchParams(location.search)
  query.set('lang', root.lang)
  history.replaceState(history.state, '', `?${query}`)
}
