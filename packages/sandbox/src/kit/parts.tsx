/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Html } from './html.js'
import type { PortalLanguage } from './languages/portal/portal.js'
import type { SessionContext } from './page-context.js'

/** Hidden field with the CSRF token of the session. */
export const FormToken = ({ ctx: { session } }: { readonly ctx: SessionContext }): Html => (
  <input type="hidden" name="form_token" value={session.formToken} />
)

/** Hidden field with an idempotency key, so that a form is executed once. */
export const FormId = (): Html => <input type="hidden" name="form_id" value={crypto.randomUUID()} />

/** Reads the idempotency key of a form. Returns undefined if it is missing or malformed. */
export const readFormId = ({ form }: SessionContext): string | undefined =>
  /^[\w-]{36}$/.exec(form.get('form_id') ?? '')?.[0]

interface FormProps {
  readonly ctx: SessionContext
  readonly action: string
  readonly children?: Child
}

/** A POST form with the CSRF token. */
export const Form = ({ ctx, action, children }: FormProps): Html => (
  <form method="post" action={action} class="stack">
    <FormToken ctx={ctx} />
    {children}
  </form>
)

interface InLanguage {
  readonly ctx: { readonly language: PortalLanguage }
}

/** An amount, left-to-right in every language. */
export const Amount = ({ ctx, pesewas }: InLanguage & { readonly pesewas: bigint }): Html => (
  <bdi dir="ltr" class="amount">
    {ctx.language.amount(pesewas)}
  </bdi>
)

/** A date and time, with its ISO 8601 value. */
export const Time = ({ ctx, ms }: InLanguage & { readonly ms: number }): Html => (
  <time datetime={new Date(ms).toISOString()}>{ctx.language.time(ms)}</time>
)

/** A date and time in its short form, for lists. */
export const ShortTime = ({ ctx, ms }: { readonly ctx: SessionContext; readonly ms: number }): Html => (
  <time datetime={new Date(ms).toISOString()}>{ctx.language.moment(ms, ctx.nowMs)}</time>
)

const chipKinds: Readonly<Record<string, 'good' | 'wait' | 'bad' | 'off'>> = {
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

/** A coloured label for a state. */
export const Chip = ({ state, text }: { readonly state: string; readonly text: string }): Html => (
  <span class={`chip ${chipKinds[state] ?? 'off'}`}>{text}</span>
)

/** A list of terms and values. */
export const Facts = ({ children }: { readonly children?: Child }): Html => <dl>{children}</dl>

/** A term of {@link Facts}. Renders nothing without a value. */
export const Fact = ({ term, children }: { readonly term: Child; readonly children?: Child }): Html => (
  <>
    {children && (
      <div>
        <dt>{term}</dt>
        <dd>{children}</dd>
      </div>
    )}
  </>
)

/** {@link Facts} in a panel. */
export const FactsPanel = ({ children }: { readonly children?: Child }): Html => (
  <section class="panel">
    <Facts>{children}</Facts>
  </section>
)

/** A list of rows. */
export const List = ({ children }: { readonly children?: Child }): Html => <ul class="lines">{children}</ul>

interface ListItemProps {
  /** URL of the record. */
  readonly href?: string
  readonly title: Child
  readonly amount?: Child
  /** Details below the title. Each wraps as a whole. */
  readonly details: readonly Child[]
  readonly chip?: Child
}

/** A row of {@link List}: title, amount, details and state. */
export const ListItem = ({ href, title, amount, details, chip }: ListItemProps): Html => (
  <li>
    {href === undefined ? (
      <span class="what">{title}</span>
    ) : (
      <a class="what" href={href}>
        {title}
      </a>
    )}
    {amount && <span class="much">{amount}</span>}
    <span class="under">{details.map((piece) => piece && <span>{piece}</span>)}</span>
    {chip && <div class="state">{chip}</div>}
  </li>
)

interface TitledProps {
  readonly title: Child
  readonly children?: Child
}

/** Placeholder of an empty list, with the next step. */
export const Empty = ({ title, text, children }: TitledProps & { readonly text: string }): Html => (
  <div class="empty">
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
)

/** A section with a title. */
export const Panel = ({ title, children }: TitledProps): Html => (
  <section class="panel">
    <h2>{title}</h2>
    {children}
  </section>
)

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly problem?: string | undefined
  readonly value?: string | undefined
  readonly type?: 'tel'
  readonly inputmode?: 'decimal' | 'numeric' | 'tel' | 'url'
  readonly autocomplete?: 'tel-national'
  readonly autocapitalize?: 'none'
  readonly dir?: 'ltr'
  readonly required?: boolean
  /** Height of a field of several lines. */
  readonly rows?: number
}

/** An input with its label, hint and error message. */
export function Field({ name, label, hint, problem, autocomplete, rows, value, ...more }: FieldProps): Html {
  const descriptionIds = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  const inputProps = {
    id: name,
    name,
    'aria-describedby': descriptionIds || undefined,
    'aria-invalid': problem ? ('true' as const) : undefined,
    autocomplete: autocomplete ?? 'off',
    ...more,
  }
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {rows === undefined ? (
        <input {...inputProps} value={value} />
      ) : (
        <textarea {...inputProps} rows={rows}>
          {value}
        </textarea>
      )}
      {problem !== undefined && (
        <p class="problem" id={`${name}-problem`}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface CheckboxProps {
  readonly name: string
  readonly value: string
  readonly required?: boolean
  readonly checked?: boolean
  readonly invalid?: boolean
  readonly type?: 'checkbox' | 'radio'
  readonly children?: Child
}

/** A checkbox or a radio button. */
export const Checkbox = ({
  name,
  value,
  required,
  checked,
  invalid,
  type = 'checkbox',
  children,
}: CheckboxProps): Html => (
  <label class="tick">
    <input
      type={type}
      name={name}
      value={value}
      required={required}
      checked={checked}
      aria-invalid={invalid ? 'true' : undefined}
    />
    <span>{children}</span>
  </label>
)

interface CopyableProps extends InLanguage {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly rows: number
  /** Whether the text appears in this response only. It then gets the focus. */
  readonly isNew?: boolean
  readonly autocomplete?: 'off'
}

/** Read-only text with a button that copies it. */
export const Copyable = ({ ctx, id, label, text, rows, isNew, autocomplete }: CopyableProps): Html => (
  <div class="field copyable">
    <label for={id}>{label}</label>
    <textarea
      id={id}
      readonly
      rows={rows}
      dir="ltr"
      spellcheck={false}
      class="code"
      autofocus={isNew}
      autocomplete={autocomplete}
    >
      {text}
    </textarea>
    <button type="button" class="quiet" data-copy={id} data-done={ctx.language.words.copied} aria-live="polite" hidden>
      {ctx.language.words.copy}
    </button>
  </div>
)

interface FilledProps {
  readonly text: string
  readonly values: Readonly<Record<string, string>>
}

/** A message with values, which are isolated from the text direction of the message. */
export const Filled = ({ text, values }: FilledProps): Html => (
  <>{text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? <bdi dir="ltr">{values[part]}</bdi> : part))}</>
)
