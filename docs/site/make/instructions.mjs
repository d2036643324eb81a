// Whether a text about something that did not work says what to do. A machine cannot tell good advice from bad: it can tell that there is none.

/** What a sentence or a part of one begins with that tells somebody to do something. */
const imperatives =
  'Add|Ask|Attach|Call|Check|Choose|Close|Commit|Compare|Copy|Create|Did you mean|End|Find|Give|Go|Hold|Issue|Keep|Leave|Load|Look|Make|Mask|Name|Pass|Press|Put|Raise|Read|Remove|Report|Request|Reset|Restore|Revoke|Run|Say|See|Send|Serve|Set|Settle|Split|Start|Stop|Take|Top|Try|Type|Update|Usage:|Use|Wait|Write'

const begins = new RegExp(`(?:^|[.;:,?}] (?:or )?|To [\\w ]+, |For [\\w ]+, )(?:${imperatives}) `, 'i')

/** A rule that names what is right: `limit must be a whole number`, `Only a pending payout can fail`. */
const rule = /\bmust (?:not )?(?:be|come|give|go|have|hold|name|start)\b|(?:^|\. )Only [\w ]+ can\b/

/**
 * Whether a text says what happened and what to do: two parts of which one tells somebody to do something, or a rule.
 *
 * @param text - With its values, or with names in braces for them.
 */
export function tellsWhatToDo(text) {
  if (rule.test(text)) return true
  const parts = text.split(/[.;:,?] /).length
  return parts > 1 && begins.test(text)
}

/** Whether a text ends with what somebody else said, which stands in a row of its own. */
export const passesOn = (text) => /\{message\}$/.test(text)

/** What needs no instruction, and why. */
export const withoutInstruction = new Map([
  ['The call was aborted by its signal.', 'the caller did it'],
  ['the response body is empty', 'the content of an invalid response'],
  ['The connection was cut by a fault of the mock server.', 'the cause of a network error, which the test asked for'],
  ['Stopped. Nothing was sent.', 'the caller did it'],
  ['The answer is another protocol.', 'the cause in an error that says what to do'],
  ['The answer is too large.', 'the cause in an error that says what to do'],
  ['The comparison was stopped before its end.', 'the caller did it'],
])

/** What tells a buyer to do something, in both languages. */
export const tellsBuyer = {
  en: /(?:^|[.:,?] (?:or )?)(?:check|choose|copy|do not|go|keep|open|press|start|top|try|type|use|wait)\b/i,
  fr: /(?:^|[.:,?] (?:ou )?)(?:ne )?\p{L}+ez(?!\p{L})/iu,
}

/** The texts of the examples in the description of the API. */
export function examplesOf(node) {
  if (typeof node !== 'object' || node === null) return []
  const own = node.success === false && typeof node.error?.message === 'string' ? [node.error.message] : []
  return [...own, ...Object.values(node).flatMap(examplesOf)]
}
