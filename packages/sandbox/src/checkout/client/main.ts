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

/** Runs once a second: updates the clock, which screen readers ignore, and handles what time changes. */
function tick(): void {
  const nowMs = now()
  const since = nowMs - Date.parse(model.status?.payment?.created_at as string)
  const clock = byId('clock')
  if (clock) clock.textContent = clockText({ ...model, nowMs })
  byId('ring')?.setAttribute('stroke-dashoffset', goneOf({ ...model, nowMs }))
  if (since >= resendAfterMs) byId('resend')?.removeAttribute('hidden')
  if (model.state === 'prompt') handle({ on: 'second' })
  // Keeps asking for missing texts until they arrive.
  if (!(viewOf(model) in wording.views)) void speak()
}

function listen(): void {
  const on = addEventListener as (name: string, act: (event: never) => void) => void
  const sync = (): void => handle({ on: 'returned' })
  on('submit', (event: SubmitEvent) => event.preventDefault())
  // Enter in a field also causes a click. Browsers before 2022 do not say which button sent a form.
  on('click', (event: MouseEvent) => {
    const target = event.target as Element
    // A link that leaves this page.
    if (model.isHeld && target.closest('a:not([target])')) leave(event)
    const button = target.closest('button')
    if (!button) return
    event.preventDefault()
    // Language names have two letters; names of button actions have more.
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
  // An on-screen keyboard or a small sheet leaves little room: keep the field in view.
  on('resize', inView)
  on('focusin', inView)
  on('keydown', ({ key }: KeyboardEvent) => {
    if (key === 'Escape') tell('cedi.escape', {})
  })
  // The buyer returns from the dialler, from another tab, or from being offline.
  on('visibilitychange', () => document.hidden || sync())
  on('pageshow', ({ persisted }: PageTransitionEvent) => persisted && sync())
  on('online', sync)
  on('offline', () => handle({ on: 'offline' }))
  // Only the full page adds a history entry to return from.
  on('popstate', () => {
    if (model.state === 'number' || model.state === 'card') press('other', document.forms[0])
    else if (model.isHeld && !model.isAsked) press('leave')
  })
  setInterval(tick, 1000)
}

/** The buyer follows a link away from here: first ask about what would be lost. */
function leave(event: Event): void {
  press('leave')
  if (model.isHeld) event.preventDefault()
}

/** Keeps the current field visible. */
function inView(): void {
  const { activeElement } = document
  if (activeElement?.tagName === 'INPUT') activeElement.scrollIntoView({ block: 'nearest' })
}

/** Whether a field that was wrong is now right. */
function isMended(form: HTMLFormElement | null, id: string): boolean {
  const fields = fieldsOf(form)
  if (id === 'code') return !!readCode(fields['code'])
  const read = readInstrument(model.choice ?? 'card', fields, now())
  return !('field' in read && read.field === id)
}

/** The text, if it has this form. */
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
      // Leaves out what the service would refuse, because the buyer could not correct it.
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

/** Applies the theme and colour that the shop's page asks for. The direction follows the language. */
function dress({ theme, accent }: Opening): void {
  const { dataset, style } = root
  dataset['theme'] = theme
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return
  const parts = [0.21, 0.72, 0.07].map(
    (weight, at) => weight * (Number(`0x${accent.substr(at * 2 + 1, 2)}`) / 255) ** 2.2,
  )
  // The text stays readable on any colour.
  const isBright = parts.reduce((sum, part) => sum + part) > 0.18
  style.setProperty('--accent', accent)
  style.setProperty('--on-accent', isBright ? '#000' : '#fff')
}

function fullPage(): void {
  const { state } = history
  const token = location.pathname.split('/pay/')[1] || state?.token
  const named = query.get('a') ?? ''
  // What a bank returned belongs to one payment: a later attempt of this tab takes precedence.
  const isPass = named.includes('.')
  const attempt = named || state?.attempt
  const from = model.status?.home?.split('/@')[1]
  if (from) query.set('from', from)
  query.delete('a')
  query.set('lang', root.lang)
  // Removes the token from the address bar. A reload finds it in the history entry, which only this page can read. The
  // language and the product stay, for anybody who opens the address elsewhere.
  history.replaceState({ token, attempt }, '', `${location.pathname.replace(`/${token}`, '')}?${query}`)
  start(token, undefined, isPass ? '' : named, attempt)
}

listen()
if (model.inFrame) framed()
else fullPage()
