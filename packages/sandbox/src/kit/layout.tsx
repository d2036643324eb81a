/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { portalStyle } from '../generated/styles.js'
import type { Door } from './access/door.js'
import { sendDocument } from './document.js'
import type { Html } from './html.js'
import { Mark } from './mark.js'
import { OtherLanguage } from './other-language.js'
import { FormToken } from './parts.js'
import type { Knock, Visit } from './visit.js'

/** The sections of the portal and the desk, as in their addresses. The first is the start page. */
const sections = {
  portal: ['overview', 'payments', 'orders', 'products', 'refunds', 'payouts', 'developers'],
  operator: ['overview', 'refunds', 'payouts', 'settlements', 'suspense', 'merchants'],
} as const satisfies Readonly<Record<Door, readonly string[]>>

/** What a page shows. */
export interface Shown {
  readonly title: string
  readonly status?: number
  /** The section that the page belongs to. */
  readonly section: string
  /** Where the link above the title leads. */
  readonly back?: { readonly href: string; readonly text: string }
  /** News, or why an action failed. */
  readonly notice?: { readonly text: string; readonly bad?: boolean } | undefined
  readonly body: Child
}

/** Answers with a page for somebody who has signed in. It has no script. @decision 0038 */
export function page(visit: Visit, shown: Shown): Response | Promise<Response> {
  const { language, door, name } = visit
  const { words, desk } = language
  const { title, status = 200, section, back, notice, body } = shown
  const place = door === 'portal' ? words.portal : desk.desk
  return send(
    visit,
    status,
    `${title} · ${door === 'portal' ? name : place} · Cedi`,
    <>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <div class="band" />
      <Top visit={visit} place={place} />
      <div class="frame">
        <Sections visit={visit} place={place} section={section} />
        <main id="main" tabindex={-1}>
          {back && (
            <p class="crumb">
              <a href={back.href}>{back.text}</a>
            </p>
          )}
          <h1>{title}</h1>
          {notice && (
            <p class={notice.bad ? 'notice bad' : 'notice'} role={notice.bad ? 'alert' : 'status'}>
              {notice.text}
            </p>
          )}
          {body}
        </main>
      </div>
      <Foot knock={visit} />
    </>,
  )
}

const Top = ({ visit, place }: { readonly visit: Visit; readonly place: string }) => (
  <header class="top">
    <a class="home" href={visit.at()}>
      <Mark />
    </a>
    <span class="who">{visit.door === 'portal' ? <bdi>{visit.name}</bdi> : place}</span>
    <form method="post" action={visit.at('sign-out')}>
      <FormToken visit={visit} />
      <button type="submit">{visit.language.words.signOut}</button>
    </form>
  </header>
)

interface SectionsOf {
  readonly visit: Visit
  readonly place: string
  readonly section: string
}

function Sections({ visit: { door, language, at }, place, section }: SectionsOf) {
  const texts: Readonly<Record<string, string>> = door === 'portal' ? language.words : language.desk
  return (
    <nav aria-label={place}>
      <ul>
        {sections[door].map((one) => (
          <li>
            <a href={at(one === 'overview' ? '' : one)} aria-current={one === section ? 'page' : undefined}>
              {texts[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Answers with a page for somebody who has not signed in. */
export const doorstep = (knock: Knock, status: number, title: string, body: Child): Response | Promise<Response> =>
  send(
    knock,
    status,
    `${title} · Cedi`,
    <main class="slip" id="main">
      <h1>{title}</h1>
      {body}
      <Foot knock={knock} />
    </main>,
  )

/** The link or button of such a page. It sends no referrer, because the page's address may be an invitation. */
export const GoOn = ({ knock: { at, language } }: { readonly knock: Knock }): Html => (
  <a class="button quiet" href={at()} rel="noreferrer">
    {language.words.goOn}
  </a>
)

const Foot = ({ knock: { language, request } }: { readonly knock: Knock }) => (
  <footer>
    <Mark />
    <span>{language.words.test}</span>
    {
      // A form has no address of its own to return to.
      request.method !== 'POST' && <OtherLanguage tag={language.tag} />
    }
  </footer>
)

const send = ({ c, language: { tag, facts }, door }: Knock, status: number, title: string, body: Child) =>
  sendDocument(c, { title, language: tag, dir: facts.dir, style: portalStyle, page: door, body }, status)

/** Redirects a browser with GET, to an address of ours. */
export function goOn({ c }: Knock, location: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(location, 303)
}
