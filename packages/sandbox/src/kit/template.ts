// Our own templates instead of hono/jsx: the server and the browser fill the same ones, so shared views are written
// once, and the script needs no library. Everything that only a server renders is JSX.

/**
 * A piece of a view without its values. `{name}` in a text is a value, and so is an attribute that is exactly `{name}`.
 * `if` and `unless` name the value that shows or hides a piece. A template is data, so a page can include all that it
 * needs to show each state, in its buyer's one language.
 */
export type Template =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: Template[]]

/** The values for a template. Absent or empty ones are not shown. */
export type Values = Readonly<Record<string, string | boolean | null | undefined>>

/** Makes an element: as a tree on a server, as a node in a browser. */
export type Make<Made> = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: (Made | string)[],
) => Made

/** Fills a template. A value is always text, and keeps its own direction. */
export function fill<Made>(template: Template, values: Values, make: Make<Made>): (Made | string)[] {
  if (typeof template === 'string')
    return template
      .split(/\{(\w+)\}/)
      .map((part, at) => (at % 2 ? make('bdi', {}, [String(values[part] || '')]) : part))
      .filter((part) => part !== '')
  const [tag, { if: wanted, unless, ...attributes }, ...children] = template
  if ((wanted && !values[wanted]) || (unless && values[unless])) return []
  const known: Record<string, string> = {}
  for (const [name, text] of Object.entries(attributes)) {
    const value = text[0] === '{' ? values[text.slice(1, -1)] : text
    if (value || !text) known[name] = String(value)
  }
  return [
    make(
      tag,
      known,
      children.flatMap((child) => fill(child, values, make)),
    ),
  ]
}
