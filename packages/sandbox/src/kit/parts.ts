import type { PortalLanguage } from './languages/portal/portal.js'
import type { Attributes, Child } from './tree.js'
import { h, type Tree } from './tree.js'
import type { Visit } from './visit.js'

/** Text that somebody else wrote: it keeps its own direction. */
export const bdi = (text: string): Tree => h('bdi', {}, text)

/** What every form carries, so that no other page can send it. */
export const formToken = ({ session }: Visit): Tree =>
  h('input', { type: 'hidden', name: 'form_token', value: session.formToken })

/** Makes a form work once, however often it is sent. */
export const formId = (): Tree => h('input', { type: 'hidden', name: 'form_id', value: crypto.randomUUID() })

/** The id of a form; nothing when it is not one of ours. */
export const formIdOf = ({ form }: Visit): string | undefined => /^[\w-]{36}$/.exec(form.get('form_id') ?? '')?.[0]

/** A form that posts to an address of ours. */
export const form = (visit: Visit, action: string, ...children: Child[]): Tree =>
  h('form', { method: 'post', action, class: 'stack' }, formToken(visit), ...children)

/** An amount, in the direction of digits. */
export const amount = ({ language }: { readonly language: PortalLanguage }, pesewas: bigint): Tree =>
  h('bdi', { dir: 'ltr', class: 'amount' }, language.amount(pesewas))

/** A time that programs can read too. */
export const time = ({ language }: { readonly language: PortalLanguage }, ms: number): Tree =>
  h('time', { datetime: new Date(ms).toISOString() }, language.time(ms))

/** A time in a list. */
export const moment = ({ language, nowMs }: Pick<Visit, 'language' | 'nowMs'>, ms: number): Tree =>
  h('time', { datetime: new Date(ms).toISOString() }, language.moment(ms, nowMs))

const moods: Readonly<Record<string, 'good' | 'wait' | 'bad' | 'off'>> = {
  succeeded: 'good',
  paid: 'good',
  fulfilled: 'good',
  active: 'good',
  pending: 'wait',
  refund_pending: 'wait',
  held: 'wait',
  failed: 'bad',
  rejected: 'bad',
}

/** A state in a word, with a mark of its colour. */
export const chip = (state: string, text: string): Tree => h('span', { class: `chip ${moods[state] ?? 'off'}` }, text)

/** A row of a {@link facts} list; left out when there is nothing to say. */
export type Fact = readonly [term: string, value: Child] | false | null | undefined

/** Terms and what they are. */
export const facts = (...rows: readonly Fact[]): Tree =>
  h(
    'dl',
    {},
    ...rows.map((row) => {
      const [term, value] = row || []
      return value && h('div', {}, h('dt', {}, term), h('dd', {}, value))
    }),
  )

/** A {@link facts} list that is a page's own. */
export const record = (...rows: readonly Fact[]): Tree => h('section', { class: 'panel' }, facts(...rows))

/** A row of a list: what it is and how much, and below it what belongs to it. */
export interface Line {
  /** Where it leads, when it has a record of its own. */
  readonly href?: string
  readonly title: Child
  readonly amount?: Child
  readonly below: readonly Child[]
  readonly chip?: Child
}

/** A list of rows. */
export const lines = (rows: readonly Line[]): Tree =>
  h(
    'ul',
    { class: 'lines' },
    ...rows.map(({ href, title, amount, below, chip }) =>
      h(
        'li',
        {},
        h(href === undefined ? 'span' : 'a', { class: 'what', href }, title),
        amount && h('span', { class: 'much' }, amount),
        under(...below),
        chip && h('div', { class: 'state' }, chip),
      ),
    ),
  )

/** What belongs to a row: pieces that wrap whole. */
const under = (...pieces: readonly Child[]): Tree =>
  h('span', { class: 'under' }, ...pieces.map((piece) => piece && h('span', {}, piece)))

/** What stands where nothing is yet, and what to do about it. */
export const empty = (title: string, text: string, ...more: Child[]): Tree =>
  h('div', { class: 'empty' }, h('h2', {}, title), h('p', {}, text), ...more)

/** A piece of a page with a title of its own. */
export const panel = (title: Child, ...children: Child[]): Tree =>
  h('section', { class: 'panel' }, h('h2', {}, title), ...children)

/** A field with its label, its hint and what is wrong with it. */
export function field({
  name,
  label,
  hint,
  problem,
  ...more
}: Attributes & { name: string; label: string; hint?: string; problem?: string | undefined }): Tree {
  const about = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  return h(
    'div',
    { class: 'field' },
    h('label', { for: name }, label),
    h('input', {
      id: name,
      name,
      'aria-describedby': about || undefined,
      'aria-invalid': problem ? 'true' : undefined,
      autocomplete: 'off',
      ...more,
    }),
    problem !== undefined && h('p', { class: 'problem', id: `${name}-problem` }, problem),
    hint !== undefined && h('p', { class: 'hint', id: `${name}-hint` }, hint),
  )
}

/** A box to tick. */
export const tick = (attributes: Attributes & { name: string }, ...label: Child[]): Tree =>
  h('label', { class: 'tick' }, h('input', { type: 'checkbox', ...attributes }), h('span', {}, ...label))

/** Text to copy: it is selected when the cursor comes to it, with no script. */
export const copyable = (id: string, label: string, text: string, rows: number, more: Attributes = {}): Tree =>
  h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h(
      'textarea',
      { id, readonly: true, rows: String(rows), dir: 'ltr', spellcheck: 'false', class: 'code', ...more },
      text,
    ),
  )

/** A text with values that keep their own direction. */
export const fillTree = (text: string, values: Readonly<Record<string, string>>): Child[] =>
  text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? h('bdi', { dir: 'ltr' }, values[part]) : part))
