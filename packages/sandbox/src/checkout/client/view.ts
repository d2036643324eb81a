import { valueNames } from '../../kit/template.js'
import { requiredContact, type ViewModel } from '../model.js'
import { checkoutTemplate, toValues, toViewName } from '../values.js'
import type { PageData, Wording } from '../wording.js'
import { build, byId } from './dom.js'
import { showNetwork } from './fields.js'

/** Root element of the page. */
export const root: HTMLElement = document.documentElement
const liveRegion = byId('live') as HTMLElement
/** Data that the page includes for this script. */
export const pageData: PageData = JSON.parse(byId('status')?.textContent as string)
/** Texts in the page's language. */
export let wording: Wording = pageData.wording
/** Rendered checkout. */
export let page = byId('checkout') as HTMLElement
let lastModel: ViewModel | undefined
let lastContent = ''

/** Values of the fields, by id, including invalid ones. They are never stored. */
const typedValues = new Map<string, string>()
function saveTypedValues({ state, problem }: ViewModel, hasStateChanged: boolean): void {
  for (const { id, value } of page.querySelectorAll<HTMLInputElement>('input[id]')) typedValues.set(id, value)
  // The security code of the card is typed again for each attempt.
  if (problem || hasStateChanged) typedValues.delete('cvc')
  if (hasStateChanged) typedValues.delete('code')
  if (state === 'success') typedValues.clear()
}

/** Moves the focus. In a field, the caret stays or moves to the end. */
function focus(element: HTMLElement | null, caret: number | null): void {
  element?.focus()
  if (!(element instanceof HTMLInputElement)) return
  const at = caret ?? element.value.length
  element.setSelectionRange(at, at)
}

/**
 * Renders a model, unless its visible content is unchanged.
 *
 * @returns Whether texts are missing for this state or the next one.
 */
export function render(model: ViewModel): boolean {
  const before = lastModel
  const view = toViewName(model)
  const hasTexts = view in wording.views && (model.problem?.text !== 'failed' || wording.menus)
  const values = toValues(model, wording)
  const template = checkoutTemplate(model, wording)
  const names = valueNames(template)
  // Visible values except the time, because replacing an element loses a click that has begun on it.
  const visible = Object.entries({ ...values, clock: 0, elapsed: 0, isResendEarly: 0 }).filter(([name]) =>
    names.has(name),
  )
  const content = JSON.stringify([root.lang, view, !hasTexts, model.lastUsed, visible])
  lastModel = model
  const needsTexts = Boolean(model.choice || requiredContact(model) || !hasTexts)
  if (content === lastContent) return needsTexts
  lastContent = content
  const { activeElement } = document
  const hadFocus = page.contains(activeElement)
  const [next] = build(template, values) as [HTMLElement]
  if (!wording.footer) next.append(page.lastChild as Node)
  if (!wording.header && model.merchant) next.prepend(page.firstChild as Node)
  // The method of the previous checkout is listed first.
  for (const method of next.querySelectorAll<HTMLButtonElement>('.way'))
    if (method.value === model.lastUsed) method.parentElement?.prepend(method)
  const caret = (activeElement as HTMLInputElement).selectionStart
  const hasStateChanged = !!before && before.state !== model.state
  saveTypedValues(model, hasStateChanged)
  page.replaceWith(next)
  page = next
  for (const [id, value] of typedValues) {
    const input = byId(id) as HTMLInputElement | null
    if (!input) continue
    input.value = value
    showNetwork(input, model, wording)
  }
  // Back returns to the list of methods instead of leaving the checkout.
  if (before?.state === 'method' && hasStateChanged && !model.inFrame) history.pushState(history.state, '')
  const heading = byId('title')
  const title = heading?.textContent as string
  document.title = `${title} · ${model.merchant || 'Cedi'}`
  const field = byId(model.problem?.field ?? '')
  let announcement = (values['notice'] || '') as string
  if (hasStateChanged) scrollTo(0, 0)
  // Announces each change once: by moving the focus if the page has it, otherwise in the live region.
  if (field) focus(field, activeElement?.id === field.id ? caret : null)
  else if (!hasStateChanged) {
    if (hadFocus) focus(findSame(activeElement) ?? heading, caret)
  } else if (document.hasFocus()) heading?.focus()
  else announcement = title
  liveRegion.textContent = announcement
  return needsTexts
}

/** Finds the element that replaces one of the previous rendering. */
function findSame(element: Element | null): HTMLElement | undefined {
  const { id, value } = element as HTMLInputElement
  return [...page.querySelectorAll<HTMLInputElement>('h1,button,input[id]')].find(
    (other) => other.id === id && other.value === value,
  )
}

/** Adds the later style. The page's policy allows it. */
function addStyle({ style = '' }: Wording): void {
  if (document.querySelectorAll('style').length > 1) return
  const element = document.createElement('style')
  element.textContent = style
  document.head.append(element)
}

/** Replaces the texts. They appear with the next rendering. */
export function setWording(next: Wording): void {
  wording = next
  root.lang = wording.tag
  root.dir = wording.dir
  addStyle(wording)
  if (lastModel?.inFrame) return
  const query = new URLSearchParams(location.search)
  query.set('lang', root.lang)
  history.replaceState(history.state, '', `?${query}`)
}
