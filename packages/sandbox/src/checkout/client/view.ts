import { asksOf, type Model } from '../model.js'
import { checkoutTemplate, valuesOf, viewOf } from '../values.js'
import type { Carried, Wording } from '../wording.js'
import { build, byId } from './dom.js'
import { advise } from './fields.js'

/** The root of the page. */
export const root: HTMLElement = document.documentElement
const live = byId('live') as HTMLElement
/** What this page included. */
export const carried: Carried = JSON.parse(byId('status')?.textContent as string)
/** The texts in the page's language. */
export let wording: Wording = carried.wording
/** What the page shows now. */
export let page = byId('checkout') as HTMLElement
let last: Model | undefined
let shown = ''

/** Keeps what was typed, even if it was wrong, and for another try. Only this page stores it. */
const typed = new Map<string, string>()
function keepTyped({ state, problem }: Model, hasMoved: boolean): void {
  for (const { id, value } of page.querySelectorAll<HTMLInputElement>('input[id]')) typed.set(id, value)
  // The card's security code is typed again for each try.
  if (problem || hasMoved) typed.delete('cvc')
  if (hasMoved) typed.delete('code')
  if (state === 'success') typed.clear()
}

/** Moves the focus. In a field, the caret stays where it was, or goes to the end. */
function point(element: HTMLElement | null, caret: number | null): void {
  element?.focus()
  if (!(element instanceof HTMLInputElement)) return
  const at = caret ?? element.value.length
  element.setSelectionRange(at, at)
}

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
  const template = checkoutTemplate(model, wording)
  const names = JSON.stringify(template)
  // Everything visible except the time. If an element is redrawn without need, a press on it gets lost.
  const seen = Object.entries({ ...values, clock: 0, gone: 0, early: 0 }).filter(([name]) => names.includes(name))
  const look = JSON.stringify([root.lang, view, !isKnown, model.lastUsed, seen])
  last = model
  const lacksWords = Boolean(model.choice || asksOf(model) || !isKnown)
  if (look === shown) return lacksWords
  shown = look
  const { activeElement } = document
  const wasInside = page.contains(activeElement)
  const [next] = build(template, values) as [HTMLElement]
  if (!wording.footer) next.append(page.lastChild as Node)
  if (!wording.header && model.merchant) next.prepend(page.firstChild as Node)
  // The way to pay that was used last comes first.
  for (const way of next.querySelectorAll<HTMLButtonElement>('.way'))
    if (way.value === model.lastUsed) way.parentElement?.prepend(way)
  const caret = (activeElement as HTMLInputElement).selectionStart
  const moved = !!before && before.state !== model.state
  keepTyped(model, moved)
  page.replaceWith(next)
  page = next
  for (const [id, value] of typed) {
    const input = byId(id) as HTMLInputElement | null
    if (!input) continue
    input.value = value
    advise(input, model, wording)
  }
  // Back goes to the choice of a way to pay, not out of the checkout.
  if (before?.state === 'method' && moved && !model.inFrame) history.pushState(history.state, '')
  const heading = byId('title')
  const title = heading?.textContent as string
  document.title = `${title} · ${model.merchant || 'Cedi'}`
  const field = byId(model.problem?.field ?? '')
  let news = (values['said'] || '') as string
  // A step begins at its top, wherever the one before was scrolled to.
  if (moved) scrollTo(0, 0)
  // Announces each change once: by moving the focus if the buyer is here, in the live region if not.
  if (field) point(field, activeElement?.id === field.id ? caret : null)
  else if (!moved) {
    const same = [...page.querySelectorAll<HTMLInputElement>('h1,button,input[id]')].find(
      ({ id, value }) => id + value === activeElement?.id + (activeElement as HTMLInputElement).value,
    )
    if (wasInside) point(same ?? heading, caret)
  } else if (document.hasFocus()) heading?.focus()
  else news = title
  live.textContent = news
  return lacksWords
}

/** The page's policy allows this one style. */
function addStyle({ style = '' }: Wording): void {
  if (document.querySelectorAll('style').length > 1) return
  const element = document.createElement('style')
  element.textContent = style
  document.head.append(element)
}

/** Switches the page to other texts. They appear when it is drawn again. */
export function reword(words: Wording): void {
  wording = words
  root.lang = wording.tag
  root.dir = wording.dir
  addStyle(wording)
  if (last?.inFrame) return
  const query = new URLSearchParams(location.search)
  query.set('lang', root.lang)
  history.replaceState(history.state, '', `?${query}`)
}
