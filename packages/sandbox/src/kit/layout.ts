import type { Answer } from '@cedi/mock-server/service'
import { portalStyle } from '../generated/styles.js'
import type { Door } from './access/door.js'
import { writeDocument } from './document.js'
import { mark } from './icons.js'
import { formToken } from './parts.js'
import { type Child, h, type Tree, treesOf } from './tree.js'
import type { Knock, Visit } from './visit.js'

/** The sections of each door, as they stand in its addresses; the first is its own. */
const sections = {
  portal: ['overview', 'payments', 'orders', 'products', 'refunds', 'payouts', 'developers'],
  operator: ['overview', 'refunds', 'payouts', 'settlements', 'suspense', 'merchants'],
} as const satisfies Readonly<Record<Door, readonly string[]>>

/** What a page shows. */
export interface Shown {
  readonly title: string
  readonly status?: number
  /** The section that it belongs to. */
  readonly section: string
  /** Where the link above the title leads. */
  readonly back?: { readonly href: string; readonly text: string }
  /** What has just happened, or why nothing has. */
  readonly notice?: { readonly text: string; readonly bad?: boolean } | undefined
  readonly body: readonly Child[]
}

/** Writes a page for somebody who has come in. No script is in it. @decision 0038 */
export function page(visit: Visit, { title, status = 200, section, back, notice, body }: Shown): Answer {
  const { language, door, name, at } = visit
  const { words, desk } = language
  const place = door === 'portal' ? words.portal : desk.desk
  const texts: Readonly<Record<string, string>> = door === 'portal' ? words : desk
  const links = sections[door].map((one) =>
    h(
      'li',
      {},
      h(
        'a',
        { href: at(one === 'overview' ? '' : one), 'aria-current': one === section ? 'page' : undefined },
        texts[one],
      ),
    ),
  )
  return write(visit, status, `${title} · ${door === 'portal' ? name : place} · Cedi`, [
    h('a', { class: 'skip', href: '#main' }, words.skip),
    h('div', { class: 'band' }),
    h(
      'header',
      { class: 'top' },
      h('a', { class: 'home', href: at() }, ...treesOf(mark), h('b', {}, 'Cedi')),
      h('span', { class: 'who' }, door === 'portal' ? h('bdi', {}, name) : place),
      h('form', { method: 'post', action: at('sign-out') }, formToken(visit), h('button', {}, words.signOut)),
    ),
    h(
      'div',
      { class: 'frame' },
      h('nav', { 'aria-label': place }, h('ul', {}, ...links)),
      h(
        'main',
        { id: 'main', tabindex: '-1' },
        back && h('p', { class: 'crumb' }, h('a', { href: back.href }, back.text)),
        h('h1', {}, title),
        notice &&
          h('p', { class: notice.bad ? 'notice bad' : 'notice', role: notice.bad ? 'alert' : 'status' }, notice.text),
        ...body,
      ),
    ),
    foot(visit),
  ])
}

/** Writes a page for somebody who stands at the door. */
export const doorstep = (at: Knock, status: number, title: string, ...body: Child[]): Answer =>
  write(at, status, `${title} · Cedi`, [
    h('main', { class: 'slip', id: 'main' }, h('h1', {}, title), ...body, foot(at)),
  ])

function foot({ language, request }: Knock): Tree {
  const [other, name] = language.tag === 'fr' ? ['en', 'English'] : ['fr', 'Français']
  // A form has no address of its own to come back to.
  const isRead = request.method !== 'POST'
  return h(
    'footer',
    {},
    ...treesOf(mark),
    h('b', {}, 'Cedi'),
    h('span', {}, language.words.test),
    isRead && h('a', { href: `?lang=${other}`, lang: other, hreflang: other }, name),
  )
}

function write({ language: { tag, facts }, door }: Knock, status: number, title: string, body: Child[]): Answer {
  const answer = writeDocument({
    status,
    title,
    language: tag,
    dir: facts.dir,
    style: portalStyle,
    page: door,
    body,
  })
  // Without a referrer a browser does not say either which page a form comes from.
  return { ...answer, headers: { ...answer.headers, 'Referrer-Policy': 'same-origin' } }
}

/** Sends a browser on with GET, to an address of ours. */
export const goOn = (location: string, cookie?: string): Answer => ({
  status: 303,
  headers: {
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
  },
  body: '',
})
