import { answerCodes, answerValidators } from './generated/answer-validators.js'

/**
 * Compares an answer with the contract: the envelope, every field, and whether the operation may answer so.
 *
 * @param operation - An operation, `verifyLicense`, or `failure` for an answer outside the operations (such as a 404).
 * @param status - The HTTP status.
 * @param body - The parsed body.
 * @returns What is wrong, one line each; nothing when the answer keeps the contract.
 */
export function checkAnswer(operation: string, status: number, body: unknown): string[] {
  const name = status < 300 ? `${operation}_${status}` : 'failure'
  const validate = answerValidators[name]
  if (!validate) return [`${operation} has no answer with the status ${status}`]
  if (!validate(body))
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath || 'the answer'} ${error.message} ${JSON.stringify(error.params)}`,
    )
  if (status < 300 || operation === 'failure') return []
  const codes = answerCodes[`${operation}_${status}`]
  if (!codes) return [`${operation} has no answer with the status ${status}`]
  const { code } = (body as { error: { code: string } }).error
  return codes.includes(code) ? [] : [`${operation} does not list the code ${code} for the status ${status}`]
}
