/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { Html } from './html.js'
import type { PortalLanguage } from './languages/portal/portal.js'
import type { Visit } from './visit.js'

/** A token in every form, so that no other page can send it. */
export const FormToken = ({ visit: { session } }: { readonly visit: Visit }): Html => (
  <input type="hidden" name="form_token" value={session.formToken} />
)

/** Makes a form take effect once, however often it is sent. */
export const FormId = (): Html => <input type="hidden" name="form_id" value={crypto.randomUUID()} />

/** The id of a form; undefined when the form is not ours. */
export const formIdOf = ({ form }: Visit): string | undefined => /^[\w-]{36}$/.exec(form.get('form_id') ?? '')?.[0]

interface FormOf {
  readonly visit: Visit
  readonly action: string
  readonly children?: Child
}

/** A form that posts to one of our addresses. */
export const Form = ({ visit, action, children }: FormOf): Html => (
  <form method="post" action={action} class="stack">
    <FormToken visit={visit} />
    {children}
  </form>
)

interface InLanguage {
  readonly visit: { readonly language: PortalLanguage }
}

/** An amount, left to right in every language. */
export const Amount = ({ visit, pesewas }: InLanguage & { readonly pesewas: bigint }): Html => (
  <bdi dir="ltr" class="amount">
    {visit.language.amount(pesewas)}
  </bdi>
)

/** A time that programs can read too. */
export const Time = ({ visit, ms }: InLanguage & { readonly ms: number }): Html => (
  <time datetime={new Date(ms).toISOString()}>{visit.language.time(ms)}</time>
)

/** A time in a list. */
export const Moment = ({ visit, ms }: { readonly visit: Visit; readonly ms: number }): Html => (
  <time datetime={new Date(ms).toISOString()}>{visit.language.moment(ms, visit.nowMs)}</time>
)

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

/** A state as a word, with a coloured mark. */
export const Chip = ({ state, text }: { readonly state: string; readonly text: string }): Html => (
  <span class={`chip ${moods[state] ?? 'off'}`}>{text}</span>
)

/** Terms and what they are. */
export const Facts = ({ children }: { readonly children?: Child }): Html => <dl>{children}</dl>

/** A term of {@link Facts}; left out when it has no value. */
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

/** {@link Facts} as the main content of a page. */
export const FactsPanel = ({ children }: { readonly children?: Child }): Html => (
  <section class="panel">
    <Facts>{children}</Facts>
  </section>
)

/** A list of rows. */
export const Lines = ({ children }: { readonly children?: Child }): Html => <ul class="lines">{children}</ul>

interface LineOf {
  /** Where it leads, if it has its own page. */
  readonly href?: string
  readonly title: Child
  readonly amount?: Child
  /** Its details, each of which wraps as a whole. */
  readonly under: readonly Child[]
  readonly chip?: Child
}

/** A row of {@link Lines}: what it is and how much, and its details below. */
export const Line = ({ href, title, amount, under, chip }: LineOf): Html => (
  <li>
    {href === undefined ? (
      <span class="what">{title}</span>
    ) : (
      <a class="what" href={href}>
        {title}
      </a>
    )}
    {amount && <span class="much">{amount}</span>}
    <span class="under">{under.map((piece) => piece && <span>{piece}</span>)}</span>
    {chip && <div class="state">{chip}</div>}
  </li>
)

interface Titled {
  readonly title: Child
  readonly children?: Child
}

/** What appears in an empty place, and what to do about it. */
export const Empty = ({ title, text, children }: Titled & { readonly text: string }): Html => (
  <div class="empty">
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
)

/** A section with its own title. */
export const Panel = ({ title, children }: Titled): Html => (
  <section class="panel">
    <h2>{title}</h2>
    {children}
  </section>
)

interface FieldOf {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly problem?: string | undefined
  readonly value?: string | undefined
  readonly type?: 'tel'
  readonly inputmode?: 'decimal' | 'tel'
  readonly autocomplete?: 'tel-national'
  readonly autocapitalize?: 'none'
  readonly dir?: 'ltr'
  readonly required?: boolean
}

/** A field with its label, its hint and what is wrong with it. */
export function Field({ name, label, hint, problem, autocomplete, ...more }: FieldOf): Html {
  const about = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        aria-describedby={about || undefined}
        aria-invalid={problem ? 'true' : undefined}
        autocomplete={autocomplete ?? 'off'}
        {...more}
      />
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

interface TickOf {
  readonly name: string
  readonly value: string
  readonly required?: boolean
  readonly checked?: boolean
  readonly invalid?: boolean
  /** The options replace each other. */
  readonly type?: 'checkbox' | 'radio'
  readonly children?: Child
}

/** A box to tick. */
export const Tick = ({ name, value, required, checked, invalid, type = 'checkbox', children }: TickOf): Html => (
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

interface CopyableOf {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly rows: number
  /** It was made for this one answer: it gets the focus, and no browser stores it. */
  readonly isNew?: boolean
  readonly autocomplete?: 'off'
}

/** Text to copy: it is selected when it gets the focus, without a script. */
export const Copyable = ({ id, label, text, rows, isNew, autocomplete }: CopyableOf): Html => (
  <div class="field">
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
  </div>
)

interface FilledOf {
  readonly text: string
  readonly values: Readonly<Record<string, string>>
}

/** A text with values that keep their own direction. */
export const Filled = ({ text, values }: FilledOf): Html => (
  <>{text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? <bdi dir="ltr">{values[part]}</bdi> : part))}</>
)
