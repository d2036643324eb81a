import type { Opening } from '@cedi/contract/checkout-messages'
import { parsePhone } from '@cedi/mock-server/instruments'
import { isLanguage } from '../../kit/languages/words.js'
import { resendAfterMs } from '../model.js'
import { emailPattern, readCode, readInstrument } from '../typed.js'
import { clockText, goneOf, viewOf } from '../values.js'
import { fieldsOf, handle, model, now, press, speak, start } from './checkout.js'
import { byId } from './dom.js'
import { typed } from './fields.js'
import { meet, tell } from './host.js'
import { page, root, wording } from './view.js'

const query = new URLSearchParams(location.search)

/** Once a second: the clock, which no screen reader is told of, and what time brings. */
function tick(): void {
  const nowMs = now()
  const since = nowMs - Date.parse(model.status?.payment?.created_at as string)
  const clock = byId('clock')
  if (clock) clock.textContent = clockText({ ...model, nowMs })
  byId('ring')?.setAttribute('stroke-dashoffset', goneOf({ ...model, nowMs }))
  if (since >= resendAfterMs) byId('resend')?.removeAttribute('hidden')
  if (model.state === 'prompt') handle({ on: 'second' })
  // Words that did not come are asked for until they do.
  if (!(viewOf(model) in wording.views)) void speak()
}

function listen(): void {
  const on = addEventListener as (name: string, act: (event: never) => void) => void
  const sync = (): void => handle({ on: 'returned' })
  on('submit', (event: SubmitEvent) => event.preventDefault())
  // Enter in a field clicks as well. Which button sent a form is not told by browsers before 2022.
  on('click', (event: MouseEvent) => {
    const target = event.target as Element
    // A link that takes this page away.
    if (model.isHeld && target.closest('a:not([target])')) leave(event)
    const button = target.closest('button')
    if (!button) return
    event.preventDefault()
    // Names of languages have two letters, and names of what buttons do have more.
    if (button.value.length === 2) void speak(button.value)
    else press(button.value, button.form)
  })
  on('input', ({ target }: InputEvent) => {
    const input = target as HTMLInputElement
    typed(input, model, wording)
    if (model.problem?.field === input.id && isMended(input.form, input.id)) handle({ on: 'mended' })
  })
  on('copy', () => {
    if (byId('keys')?.contains(getSelection()?.anchorNode ?? null)) handle({ on: 'copied', isCopied: true })
  })
  on('beforeunload', (event: Event) => {
    if (model.isHeld && !model.inFrame) event.preventDefault()
  })
  // A keyboard that opens, or a small sheet, leaves little room: what is typed into stays in it.
  on('resize', inView)
  on('focusin', inView)
  on('keydown', ({ key }: KeyboardEvent) => {
    if (key === 'Escape') tell('cedi.escape', {})
  })
  // The buyer comes back from the dialler, from another tab, from no signal.
  on('visibilitychange', () => document.hidden || sync())
  on('pageshow', ({ persisted }: PageTransitionEvent) => persisted && sync())
  on('online', sync)
  on('offline', () => handle({ on: 'offline' }))
  // Only the full page makes an entry to come back from.
  on('popstate', () => {
    if (model.state === 'number' || model.state === 'card') press('other', document.forms[0])
    else if (model.isHeld && !model.isAsked) press('leave')
  })
  setInterval(tick, 1000)
}

/** The buyer follows a link away from here: what would be lost is asked about first. */
function leave(event: Event): void {
  press('leave')
  if (model.isHeld) event.preventDefault()
}

/** Keeps the field that is typed into where it can be seen. */
function inView(): void {
  const { activeElement } = document
  if (activeElement?.tagName === 'INPUT') activeElement.scrollIntoView({ block: 'nearest' })
}

/** Whether a field that was wrong is right now. */
function isMended(form: HTMLFormElement | null, id: string): boolean {
  const fields = fieldsOf(form)
  if (id === 'code') return !!readCode(fields['code'])
  const read = readInstrument(model.choice ?? 'card', fields, now())
  return !('field' in read && read.field === id)
}

/** A text that has this form, and nothing otherwise. */
const whole = (text: string | undefined, form: RegExp): string | undefined => form.exec(text ?? '')?.[0]

function framed(): void {
  if (parent === window) {
    handle({ on: 'unframed' })
    return
  }
  let origin = ''
  const begin = (token: unknown, resume?: unknown): void => {
    if (typeof token === 'string') start(token, origin, whole(String(resume ?? ''), /^[\w.-]{1,400}$/))
  }
  meet(
    query.get('o') ?? '',
    async (opening, from) => {
      origin = opening.origin === from ? from : 'null'
      dress(opening)
      const { phone, network, email, name, place, note } = opening.prefill ?? {}
      // What the service would refuse is left out: the buyer could not mend it.
      const known = {
        phone,
        email: whole(email, emailPattern),
        name: whole(name, /^.{1,120}$/),
        place: whole(place, /^.{1,120}$/),
        remark: whole(note, /^.{1,120}$/),
        lastUsed: network,
      }
      const given = { email: !!known.email, delivery: !!(known.name && known.place && parsePhone(phone ?? '')) }
      handle({ on: 'prefilled', known: { ...known, given } })
      const resize = () => tell('cedi.resize', { height: Math.ceil(page.getBoundingClientRect().height) })
      new ResizeObserver(resize).observe(document.body)
      const tag = String(opening.locale).slice(0, 2)
      if (isLanguage(tag) && tag !== root.lang) await speak(tag)
      begin(opening.token, opening.resume)
    },
    (method, { token, resume }) => {
      if (method === 'cedi.token') begin(token, resume)
      if (method === 'cedi.close_requested') handle({ on: 'leaving' })
      if (method === 'cedi.sync') handle({ on: 'returned' })
    },
  )
}

/** Theme and colour, as the shop page asks for them. The direction is that of the words. */
function dress({ theme, accent }: Opening): void {
  const { dataset, style } = root
  dataset['theme'] = theme
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return
  const parts = [0.21, 0.72, 0.07].map(
    (weight, at) => weight * (Number(`0x${accent.substr(at * 2 + 1, 2)}`) / 255) ** 2.2,
  )
  // Whatever the colour, the words on it can be read.
  const isBright = parts.reduce((sum, part) => sum + part) > 0.18
  style.setProperty('--accent', accent)
  style.setProperty('--on-accent', isBright ? '#000' : '#fff')
}

function fullPage(): void {
  const { state } = history
  const token = location.pathname.split('/pay/')[1] || state?.token
  const named = query.get('a') ?? ''
  // What came back from a bank stands for one payment: a later one of this tab counts more.
  const isPass = named.includes('.')
  const attempt = named || state?.attempt
  const from = model.status?.home?.split('/@')[1]
  if (from) query.set('from', from)
  query.delete('a')
  query.set('lang', root.lang)
  // The token leaves the address bar; a reload finds it in the history entry, which only this page can read. The
  // language stays, and what is sold, for whoever opens the address elsewhere.
  history.replaceState({ token, attempt }, '', `${location.pathname.replace(`/${token}`, '')}?${query}`)
  start(token, undefined, isPass ? '' : named, attempt)
}

listen()
if (model.inFrame) framed()
else fullPage()
