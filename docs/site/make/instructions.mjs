// Detects error texts without an instruction. It cannot judge the quality of an instruction.

/** First words of instructions. */
const instructionVerbs =
  'Add|Ask|Attach|Call|Check|Choose|Close|Commit|Compare|Copy|Create|Did you mean|End|Export|Find|Give|Go|Hold|Issue|Keep|Leave|Load|Look|Make|Mask|Name|Pass|Press|Put|Raise|Read|Remove|Report|Request|Reset|Restore|Return|Revoke|Run|Save|Say|See|Send|Serve|Set|Settle|Split|Start|Stop|Take|Top|Try|Type|Update|Usage:|Use|Wait|Write'

const instructionPattern = new RegExp(`(?:^|[.;:,?}] (?:or )?|To [\\w ]+, |For [\\w ]+, )(?:${instructionVerbs}) `, 'i')

/** Pattern of a rule that states the valid values: `limit must be a whole number`, `Only a pending payout can fail`. */
const rulePattern =
  /\bmust (?:not )?(?:be|come|contain|give|go|have|hold|name|start)\b|\bneeds an object with\b|(?:^|\. )Only [\w ]+ can\b/

/**
 * Whether a text contains a rule, or a problem and an instruction.
 *
 * @param text - Text with values or placeholders in braces.
 */
export function hasInstruction(text) {
  if (rulePattern.test(text)) return true
  const parts = text.split(/[.;:,?] /).length
  return parts > 1 && instructionPattern.test(text)
}

/** Whether a text ends with another error message, which has its own row. */
export const endsWithMessage = (text) => /\{message\}$/.test(text)

/** Texts that need no instruction, and the reason. */
export const withoutInstruction = new Map([
  ['No response within {timeout ms} ms.', 'the cause in an error with an instruction'],
  ['The call was aborted by its signal.', 'the caller caused it'],
  ['the response body is empty', 'the content of an invalid response'],
  ['the response body is {body}', 'the content of an invalid response'],
  ['the response body is {body}: {body}', 'the content of an invalid response'],
  ['The connection was dropped by a fault of the mock server.', 'the cause of a network error that a test injected'],
  ['Stopped before the last check.', 'the caller caused it'],
  ['Stopped. Nothing was sent.', 'the caller caused it'],
  ['The response is too large.', 'the cause in an error with an instruction'],
  ['The response switches the protocol.', 'the cause in an error with an instruction'],
])

/** Patterns of instructions for buyers. */
export const buyerInstructionPatterns = {
  en: /(?:^|[.:,?] (?:or )?)(?:check|choose|copy|do not|go|keep|open|pay|press|start|top|try|type|use|wait)\b/i,
  fr: /(?:^|[.:,?] (?:ou )?)(?:ne )?\p{L}+ez(?!\p{L})/iu,
}

/** Returns the error messages of the examples in the API description. */
export function findExampleMessages(node) {
  if (typeof node !== 'object' || node === null) return []
  const ownMessages = node.success === false && typeof node.error?.message === 'string' ? [node.error.message] : []
  return [...ownMessages, ...Object.values(node).flatMap(findExampleMessages)]
}
