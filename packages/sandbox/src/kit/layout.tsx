/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { portalScript } from '../generated/portal-script.js'
import { portalStyle } from '../generated/styles.js'
import type { Area } from './access/area.js'
import { sendDocument } from './document.js'
import type { Html } from './html.js'
import { Mark } from './mark.js'
import { OtherLanguage } from './other-language.js'
import type { PageContext, SessionContext } from './page-context.js'
import { FormToken } from './parts.js'

/** Path segments of the sections of each area. The first is the start page. */
const sections = {
  portal: ['overview', 'payments', 'orders', 'products', 'refunds', 'payouts', 'developers'],
  operator: ['overview', 'refunds', 'payouts', 'settlements', 'suspense', 'merchants'],
} as const satisfies Readonly<Record<Area, readonly string[]>>

/** Contents of a page. */
export interface PageContent {
  readonly title: string
  readonly status?: number
  /** Section of the page. */
  readonly section: string
  /** Link above the title. */
  readonly back?: { readonly href: string; readonly text: string }
  /** Result of an action, or the reason why it failed. */
  readonly notice?: { readonly text: string; readonly isError?: boolean } | undefined
  readonly body: Child
}

/** Responds with a page for a signed-in user. @decision 0038 */
export function page(ctx: SessionContext, content: PageContent): Response | Promise<Response> {
  const { language, area, name } = ctx
  const { words, operatorWords } = language
  const { title, status = 200, section, back, notice, body } = content
  const place = area === 'portal' ? words.portal : operatorWords.desk
  return send(
    ctx,
    status,
    `${title} · ${area === 'portal' ? name : place} · Cedi`,
    <>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <div class="band" />
      <Header ctx={ctx} place={place} />
      <div class="frame">
        <Sections ctx={ctx} place={place} section={section} />
        <main id="main" tabindex={-1}>
          {back && (
            <p class="crumb">
              <a href={back.href}>{back.text}</a>
            </p>
          )}
          <h1>{title}</h1>
          {notice && (
            <p class={notice.isError ? 'notice bad' : 'notice'} role={notice.isError ? 'alert' : 'status'}>
              {notice.text}
            </p>
          )}
          {body}
        </main>
      </div>
      <Footer ctx={ctx} />
    </>,
  )
}

const Header = ({ ctx, place }: { readonly ctx: SessionContext; readonly place: string }) => (
  <header class="top">
    <a class="home" href={ctx.at()}>
      <Mark />
    </a>
    <span class="who">{ctx.area === 'portal' ? <bdi>{ctx.name}</bdi> : place}</span>
    <form method="post" action={ctx.at('sign-out')}>
      <FormToken ctx={ctx} />
      <button type="submit">{ctx.language.words.signOut}</button>
    </form>
  </header>
)

interface SectionsProps {
  readonly ctx: SessionContext
  readonly place: string
  readonly section: string
}

function Sections({ ctx: { area, language, at }, place, section }: SectionsProps) {
  const texts: Readonly<Record<string, string>> = area === 'portal' ? language.words : language.operatorWords
  return (
    <nav aria-label={place}>
      <ul>
        {sections[area].map((item) => (
          <li>
            <a href={at(item === 'overview' ? '' : item)} aria-current={item === section ? 'page' : undefined}>
              {texts[item]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Responds with a page without navigation, for a user who is not signed in. */
export const plainPage = (ctx: PageContext, status: number, title: string, body: Child): Response | Promise<Response> =>
  send(
    ctx,
    status,
    `${title} · Cedi`,
    <main class="slip" id="main">
      <h1>{title}</h1>
      {body}
      <Footer ctx={ctx} />
    </main>,
  )

/** Link to the start page of the area. It sends no referrer, because the URL of the page may be an invitation. */
export const ContinueLink = ({ ctx: { at, language } }: { readonly ctx: PageContext }): Html => (
  <a class="button quiet" href={at()} rel="noreferrer">
    {language.words.goOn}
  </a>
)

/** Returns the query that selects a record together with its path. */
const recordQuery = ({ query }: PageContext['request']): Readonly<Record<string, string>> => {
  const merchant = query?.get('of')
  return merchant ? { of: merchant } : {}
}

const Footer = ({ ctx: { language, request } }: { readonly ctx: PageContext }) => (
  <footer>
    <Mark />
    <span>{language.words.test}</span>
    {
      // The response to a form has no URL that GET can load.
      request.method !== 'POST' && <OtherLanguage tag={language.tag} query={recordQuery(request)} />
    }
  </footer>
)

const send = ({ c, language: { tag, facts }, area }: PageContext, status: number, title: string, body: Child) =>
  sendDocument(
    c,
    { title, language: tag, dir: facts.dir, style: portalStyle, script: portalScript, page: area, body },
    status,
  )

/** Creates a 303 redirect to a URL of this service. */
export function redirect({ c }: PageContext, location: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(location, 303)
}
