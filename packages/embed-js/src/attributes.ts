import {
  accentPattern,
  emailPattern,
  phonePattern,
  quantityPattern,
  segmentPattern,
} from '@cedi/contract/buy-button-tag'
import { findNearest } from '@cedi/contract/nearest'

/** Attributes of a buy button, by their `dataset` name. None is a price or a currency, which the service sets. */
export type Attributes = { readonly [name: string]: string | undefined }

const oneOf = (...values: readonly string[]): [RegExp, string] => [
  new RegExp(`^(${values.join('|')})$`),
  values.join(', '),
]

/** Pattern of valid values, and their description for a warning. The other attributes may be any text. */
const rules: Readonly<Record<string, readonly [pattern: RegExp, allowed: string]>> = {
  handle: [segmentPattern, 'the name after /@ in the address of the product page, such as ama'],
  product: [segmentPattern, 'the last part of the address of the product page, such as kente-tote'],
  label: [/\S/, 'the text of the button'],
  accent: [accentPattern, '#rrggbb, such as #0b6b4f'],
  quantity: [quantityPattern, 'a whole number from 1 to 99'],
  ref: [/^[\w.-]{1,64}$/, '1 to 64 letters, digits, dots, dashes or underscores'],
  email: [emailPattern, 'an e-mail address'],
  phone: [phonePattern, 'a phone number, such as 024 412 3789'],
  successUrl: [/^https:\/\/\w.*/, 'an https address'],
  locale: [/^[a-z]{2,3}(-[a-z\d]{1,8})*$/i, 'a language tag, such as en or fr'],
  mode: oneOf('overlay', 'tab', 'redirect'),
  preload: oneOf('visible', 'intent', 'none'),
  theme: oneOf('auto', 'light', 'dark'),
  variant: oneOf('solid', 'outline', 'plain'),
  size: oneOf('s', 'm', 'l'),
  layout: oneOf('button', 'card'),
  showPrice: [/^(true)?$/, 'no value: leave the attribute out to hide the price'],
}
const requiredNames = ['handle', 'product']
const otherNames = ['name', 'target', 'cediBuy']

const warnings = new Set<string>()

/** Logs a warning once, with a suggested fix and the element that it is about. */
export function warn(problem: string, consequence = 'no button was added', element?: Element): void {
  if (warnings.has(problem)) return
  warnings.add(problem)
  const text = `[embed.js] ${problem}; ${consequence}. Copy the tag from the portal.`
  if (element) console.warn(text, element)
  else console.warn(text)
}

const toAttributeName = (name: string): string =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Reads a value. A handle and a product are also accepted as people write them: `@Ama`, with spaces around. */
function readValue(name: string, value: string): string {
  const text = value.trim()
  return requiredNames.includes(name) ? text.replace(/^@/, '').toLowerCase() : text
}

/** Finds attributes with an unknown name that is similar to a known one. */
function findMisspelled(dataset: DOMStringMap): string[] {
  const knownNames = [...Object.keys(rules), ...otherNames].map(toAttributeName)
  return Object.keys(dataset)
    .map(toAttributeName)
    .filter((name) => !knownNames.includes(name))
    .flatMap((name) => {
      const nearest = findNearest(
        name.slice(5),
        knownNames.map((one) => one.slice(5)),
      )
      return nearest ? `${name} is unknown (did you mean data-${nearest}?)` : []
    })
}

/**
 * Reads the attributes of a tag. Warns once about all invalid ones.
 *
 * @returns The values, without invalid optional ones; undefined if a required one is missing or invalid.
 * @source What the service does (`data-handle`, `data-product`, `data-label`)
 * @decision 0028
 */
export function readAttributes(tag: HTMLElement): Attributes | undefined {
  const values: Record<string, string | undefined> = { ...tag.dataset }
  const problems = findMisspelled(tag.dataset)
  let isComplete = true
  for (const [name, [pattern, allowed]] of Object.entries(rules)) {
    const attributeValue = values[name]
    const value = readValue(name, attributeValue ?? '')
    if (attributeValue === undefined ? !requiredNames.includes(name) : pattern.test(value)) {
      if (attributeValue !== undefined) values[name] = value
      continue
    }
    const attribute = toAttributeName(name)
    delete values[name]
    if (requiredNames.includes(name)) isComplete = false
    else if (!attributeValue) continue
    problems.push(
      attributeValue
        ? `${attribute}=${JSON.stringify(attributeValue.slice(0, 60))} must be ${allowed}`
        : `${attribute} is missing`,
    )
  }
  if (problems.length > 0) warn(problems.join('; '), isComplete ? 'it was left out' : 'no button was added', tag)
  return isComplete ? values : undefined
}
