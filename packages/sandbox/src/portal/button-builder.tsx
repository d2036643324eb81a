/** @jsxImportSource hono/jsx */
import { buttonChoices, createButtonTag, readButtonAttributes } from '@cedi/contract/buy-button-tag'
import type { PortalWords } from '../kit/languages/portal/portal.js'
import { page } from '../kit/layout.js'
import type { SessionContext } from '../kit/page-context.js'
import { Checkbox, Copyable, Field, Panel } from '../kit/parts.js'

/** Path of the page, whose policy allows the real `embed.js`. */
export const builderPath: RegExp = /^\/portal\/products\/[\w-]+\/button$/

/** Returns the labels of the choices, in the order of {@link buttonChoices}. */
const choiceTexts = (words: PortalWords): Readonly<Record<keyof typeof buttonChoices, readonly string[]>> => ({
  'data-layout': [words.asButton, words.asCard],
  'data-variant': [words.filled, words.outlined],
  'data-size': [words.sizeMedium, words.sizeSmall, words.sizeLarge],
  'data-locale': [words.asThePage, 'English', 'Français'],
})

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
  const attributes = readButtonAttributes((name) => request.query?.get(name))
  const selected = Object.fromEntries(attributes)
  return page(ctx, {
    title: words.buildButton,
    section: 'products',
    back: { href: at(`products/${id}`), text: row.name },
    body: (
      <div class="builder">
        <form action={at(`products/${id}/button`)} class="stack" data-builder={baseUrl}>
          {request.query?.get('lang') === tag && <input type="hidden" name="lang" value={tag} />}
          {Object.entries(choiceTexts(words)).map(([name, texts]) => (
            <fieldset>
              <legend>{words[name as keyof typeof buttonChoices]}</legend>
              {buttonChoices[name as keyof typeof buttonChoices].map((value, index) => (
                <Checkbox type="radio" name={name} value={value} checked={(selected[name] ?? '') === value}>
                  {texts[index]}
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
            text={createButtonTag({ baseUrl, handle, slug: row.slug }, attributes)}
            rows={6}
          />
        </Panel>
        <script async src={`${baseUrl}/embed.js`} />
      </div>
    ),
  })
}
