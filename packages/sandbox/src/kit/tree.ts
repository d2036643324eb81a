import { type Child as HonoChild, jsx } from 'hono/jsx'
import type { Html } from './html.js'
import { fill, type Template, type Values } from './template.js'

/** What stands in an element; nothing is shown for what is absent. */
export type Child = HonoChild

/** An attribute: what is absent does not stand at all. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** A piece of a page. */
export type Tree = Html

/** Makes a {@link Tree} where the name of the tag is data: a template knows it only when it is filled. */
export const h = (tag: string, attributes: Attributes, ...children: Child[]): Tree =>
  jsx(tag, { ...attributes }, ...children) as unknown as Tree

/** A template with its values, as pieces of a page. */
export const treesOf = (template: Template, values: Values = {}): Child[] =>
  fill<Tree>(template, values, (tag, attributes, children) => h(tag, attributes, ...(children as Child[])))
