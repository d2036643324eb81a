/** @jsxImportSource hono/jsx */
import {
  changeProduct as change,
  checkInput,
  createProduct as create,
  formatCedis,
  type ProductRow,
  type ProductType,
  type ServiceError,
} from '@cedi/mock-server/internal'
import { readLine, readLines } from '../kit/access/form.js'
import { badFormPage } from '../kit/access/invitation-pages.js'
import { formIdempotency } from '../kit/form-idempotency.js'
import { fill, type PortalWords } from '../kit/languages/portal/portal.js'
import { page, redirect } from '../kit/layout.js'
import type { SessionContext } from '../kit/page-context.js'
import { Checkbox, Field, Form, FormId } from '../kit/parts.js'

const types: readonly ProductType[] = ['digital', 'physical', 'service', 'license']

/** Input of the form as it was typed. Fields have the names of the API. */
interface FormInput {
  readonly name: string
  readonly price: string
  readonly type: string
  readonly stock: string
  readonly image_url: string
  readonly description: string
  readonly active: boolean
}

/** Fields of an existing product. The form also contains their values when it was rendered, as `known_…`. */
const editableFields = ['name', 'price', 'stock', 'image_url', 'description', 'active'] as const

type Problem = { readonly field: string; readonly text: string }

const emptyInput: FormInput = {
  name: '',
  price: '',
  type: 'digital',
  stock: '',
  image_url: '',
  description: '',
  active: true,
}

const formatStock = (stock: number | null): string => (stock === null ? '' : String(stock))

const toFormInput = (row: ProductRow): FormInput => ({
  name: row.name,
  price: formatCedis(row.price_pesewas).toFixed(2),
  type: row.type,
  stock: formatStock(row.stock),
  image_url: row.image_url ?? '',
  description: row.description ?? '',
  active: row.active,
})

function readForm({ form }: SessionContext, prefix: '' | 'known_' = ''): FormInput {
  const read = (name: keyof FormInput) => readLine(form, `${prefix}${name}`)
  return {
    name: read('name'),
    price: read('price').replace(/^(?:GH₵|GHS)\s*/i, ''),
    type: read('type'),
    stock: read('stock'),
    image_url: read('image_url'),
    description: readLines(form, `${prefix}description`),
    active: read('active') === 'true',
  }
}

/** Parses a typed stock. Returns null for an empty field, and other text unchanged, which is rejected later. */
const parseStock = (text: string): number | string | null =>
  text === '' ? null : /^\d{1,9}$/.test(text) ? Number(text) : text

/** Validates the input against the contract, as the API does. Without `hasStock`, the input has no stock. */
const toProductInput = ({ active, ...input }: FormInput, hasStock = true) =>
  checkInput(
    {
      name: input.name,
      price: input.price,
      type: input.type,
      active,
      ...(hasStock && { stock: parseStock(input.stock) }),
      image_url: input.image_url || null,
      description: input.description || null,
    },
    'ProductInput',
  )

/** Returns the text beside the field that caused an error. */
function toProblem({ code, field = '' }: ServiceError, words: PortalWords, stock = ''): Problem | undefined {
  const texts: Readonly<Record<string, string>> = {
    name: words.badProductName,
    price: code.startsWith('amount_too') ? words.badPrice : words.badAmount,
    stock: code === 'invalid_state' ? fill(words.movedStock, { count: stock || words.uncounted }) : words.badStock,
    image_url: words.badPicture,
    description: words.badDescription,
  }
  const text = texts[field]
  return text === undefined ? undefined : { field, text }
}

interface FormPageOptions {
  readonly input: FormInput
  /** Product that is changed; undefined for a new one. */
  readonly row?: ProductRow | undefined
  /** Values that the merchant has seen. */
  readonly known?: FormInput | undefined
  readonly problem?: Problem | undefined
}

function formPage(ctx: SessionContext, { input, row, known, problem }: FormPageOptions): Response | Promise<Response> {
  const { at, language } = ctx
  const { words } = language
  const getProblem = (name: string) => (problem?.field === name ? problem.text : undefined)
  const cancelHref = at(row ? `products/${row.id}` : 'products')
  return page(ctx, {
    title: row ? words.editProduct : words.newProduct,
    status: problem ? 422 : 200,
    section: 'products',
    back: { href: cancelHref, text: row ? row.name : words.products },
    body: (
      <Form ctx={ctx} action={at(row ? `products/${row.id}/edit` : 'products/new')}>
        <FormId />
        {known &&
          editableFields.map((name) => <input type="hidden" name={`known_${name}`} value={String(known[name])} />)}
        <Field name="name" label={words.productName} required value={input.name} problem={getProblem('name')} />
        <Field
          name="price"
          label={words.productPrice}
          inputmode="decimal"
          required
          value={input.price}
          problem={getProblem('price')}
        />
        {!row && (
          <fieldset>
            <legend>{words.type}</legend>
            {types.map((type) => (
              <Checkbox type="radio" name="type" value={type} checked={input.type === type}>
                {words[type]} <small>{words[`${type}Text`]}</small>
              </Checkbox>
            ))}
          </fieldset>
        )}
        <Field
          name="stock"
          label={words.stock}
          hint={words.stockHint}
          inputmode="numeric"
          value={input.stock}
          problem={getProblem('stock')}
        />
        <Field
          name="description"
          label={words.description}
          rows={4}
          value={input.description}
          problem={getProblem('description')}
        />
        <Field
          name="image_url"
          label={words.picture}
          hint={words.pictureHint}
          inputmode="url"
          dir="ltr"
          value={input.image_url}
          problem={getProblem('image_url')}
        />
        <Checkbox name="active" value="true" checked={input.active}>
          {words.onSale} <small>{words.onSaleText}</small>
        </Checkbox>
        <button type="submit">{row ? words.saveProduct : words.addProduct}</button>
        <a class="button quiet" href={cancelHref}>
          {words.cancel}
        </a>
      </Form>
    ),
  })
}

/** `GET /portal/products/new`: the form for a product. @decision 0100 */
export const newProductPage = (ctx: SessionContext): Response | Promise<Response> =>
  formPage(ctx, { input: emptyInput })

/** `POST /portal/products/new`: creates a product. */
export async function createProduct(ctx: SessionContext): Promise<Response> {
  const { context, merchant, nowMs, at, language } = ctx
  const input = readForm(ctx)
  const showError = (error: ServiceError) => {
    const problem = toProblem(error, language.words)
    return problem ? formPage(ctx, { input, problem }) : badFormPage(ctx)
  }
  const checked = toProductInput(input)
  if (!checked.ok) return showError(checked.error)
  const idempotency = formIdempotency(ctx, '/portal/products/new', checked.value)
  if (!idempotency.ok) return badFormPage(ctx)
  const result = await create(context, { merchant, input: checked.value, nowMs }, idempotency.value)
  if (!result.ok && result.error.code === 'idempotency_key_reused')
    return redirect(ctx, at('products', { done: 'other' }))
  if (!result.ok) return showError(result.error)
  if (result.value.isReplay) return redirect(ctx, at('products', { done: 'before' }))
  return redirect(ctx, at(`products/${result.value.records.product.id}`, { done: 'added' }))
}

/** `GET /portal/products/{id}/edit`: the form that changes a product. */
export async function editProductPage(ctx: SessionContext): Promise<Response | undefined> {
  const row = await ctx.context.store.get('products', ctx.merchant, ctx.id)
  return row && formPage(ctx, { row, input: toFormInput(row), known: toFormInput(row) })
}

/**
 * `POST /portal/products/{id}/edit`: changes the edited fields of a product, because the form may be older than another
 * change. Sending the form twice changes nothing more.
 */
export async function changeProduct(ctx: SessionContext): Promise<Response | undefined> {
  const { context, merchant, id, at, language } = ctx
  const row = await context.store.get('products', merchant, id)
  if (!row) return undefined
  const input = { ...readForm(ctx), type: row.type }
  const known = readForm(ctx, 'known_')
  const showError = (error: ServiceError, current = known) => {
    const problem = toProblem(error, language.words, current.stock)
    return problem ? formPage(ctx, { row, input, known: current, problem }) : badFormPage(ctx)
  }
  const knownStock = parseStock(known.stock)
  // Every product has a name, so this form has no known values.
  if (known.name === '' || typeof knownStock === 'string') return badFormPage(ctx)
  const edited: readonly string[] = editableFields.filter((name) => input[name] !== known[name])
  const checked = toProductInput(input, edited.includes('stock'))
  if (!checked.ok) return showError(checked.error)
  const changes = Object.fromEntries(Object.entries(checked.value).filter(([name]) => edited.includes(name)))
  const result = await change(context, { merchant, id, changes, knownStock })
  if (result.ok) return redirect(ctx, at(`products/${id}`, { done: 'changed' }))
  const left = (await context.store.get('products', merchant, id))?.stock ?? null
  return showError(result.error, { ...known, stock: formatStock(left) })
}
