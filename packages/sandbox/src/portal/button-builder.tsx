/** @jsxImportSource hono/jsx */
import { html, raw } from 'hono/html'
import type { PortalWords } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import type { SessionContext } from '../kit/page-context.js'
import { Checkbox, Copyable, Field, Panel } from '../kit/parts.js'

/** Path of the page, whose policy allows the real `embed.js`. */
export const builderPath: RegExp = /^\/portal\/products\/[\w-]+\/button$/

/** Values of the choices by attribute. The first is the default, which needs no attribute. */
const choices = (words: PortalWords) =>
  ({
    'data-layout': [
      ['', words.asButton],
      ['card', words.asCard],
    ],
    'data-variant': [
      ['', words.filled],
      ['outline', words.outlined],
    ],
    'data-size': [
      ['', words.sizeMedium],
      ['s', words.sizeSmall],
      ['l', words.sizeLarge],
    ],
    'data-locale': [
      ['', words.asThePage],
      ['en', 'English'],
      ['fr', 'Français'],
    ],
  }) as const

/** Reads the attributes from the query, without values that the tag would ignore. */
function readAttributes({ request: { query }, language: { words } }: SessionContext): readonly [string, string][] {
  const read = (name: string) => query?.get(name)?.trim() ?? ''
  const attributes: [string, string][] = [
    ['data-label', read('data-label').slice(0, 60)],
    ...Object.entries(choices(words)).map(([name, values]): [string, string] => {
      const value = read(name)
      return [name, values.some(([known]) => known === value) ? value : '']
    }),
    ['data-accent', /^#[\da-f]{6}$/i.test(read('data-accent')) ? read('data-accent') : ''],
    ['data-show-price', read('data-show-price') ? 'true' : ''],
  ]
  return attributes.filter(([, value]) => value !== '')
}

/**
 * `GET /portal/products/{id}/button`: chooses the look of a buy button, shows it and its tag. Without scripts, the form
 * renders the page again.
 *
 * @decision 0100
 */
export async function buttonBuilderPage(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id, at, baseUrl, language, request } = ctx
  const { words, tag } = language
  const row = await context.store.get('products', merchant, id)
  const handle = (await context.store.get('merchants', merchant, merchant))?.handle
  if (!row || !handle) return undefined
  const attributes = readAttributes(ctx)
  const selected = Object.fromEntries(attributes)
  const tagStart = html`<script async src="${baseUrl}/embed.js" data-handle="${handle}" data-product="${row.slug}"`
  const attributesText = attributes.map(([name, value]) => html` ${raw(name)}="${value}"`).join('')
  return page(ctx, {
    title: words.buildButton,
    section: 'products',
    back: { href: at(`products/${id}`), text: row.name },
    body: (
      <div class="builder">
        <form action={at(`products/${id}/button`)} class="stack" data-builder={String(tagStart)}>
          {request.query?.get('lang') === tag && <input type="hidden" name="lang" value={tag} />}
          {Object.entries(choices(words)).map(([name, values]) => (
            <fieldset>
              <legend>{words[name as keyof ReturnType<typeof choices>]}</legend>
              {values.map(([value, text]) => (
                <Checkbox type="radio" name={name} value={value} checked={(selected[name] ?? '') === value}>
                  {text}
                </Checkbox>
              ))}
            </fieldset>
          ))}
          <Field
            name="data-label"
            label={words.buttonLabel}
            hint={words.buttonLabelHint}
            value={selected['data-label']}
          />
          <Field
            name="data-accent"
            label={words.accent}
            hint={words.accentHint}
            dir="ltr"
            value={selected['data-accent']}
          />
          <Checkbox name="data-show-price" value="true" checked={'data-show-price' in selected}>
            {words.showPrice}
          </Checkbox>
          <button type="submit" class="quiet">
            {words.updateButton}
          </button>
        </form>
        <Panel title={words.preview}>
          <div class="preview">
            <cedi-buy-button data-handle={handle} data-product={row.slug} {...selected} />
          </div>
          <noscript>
            <p class="hint">{words.noPreview}</p>
          </noscript>
          <Copyable
            ctx={ctx}
            id="button-code"
            label={words.buyButton}
            text={`${tagStart}${attributesText}></script>`}
            rows={6}
          />
        </Panel>
        <script async src={`${baseUrl}/embed.js`} />
      </div>
    ),
  })
}
