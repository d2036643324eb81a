import { errorCodesByResponse, responseValidators } from './generated/response-validators.js'

/**
 * Validates a response against the contract: the envelope, every field, and the error codes of the operation.
 *
 * @param operation - An operation, `verifyLicense`, or `failure` for a response outside the operations, such as a 404.
 * @param status - HTTP status.
 * @param body - Parsed body.
 * @returns Error messages; empty for a valid response.
 */
export function checkResponse(operation: string, status: number, body: unknown): string[] {
  const name = status < 300 ? `${operation}_${status}` : 'failure'
  const validate = responseValidators[name]
  if (!validate) return [`${operation} has no response with the status ${status}`]
  if (!validate(body))
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath || 'the response'} ${error.message} ${JSON.stringify(error.params)}`,
    )
  if (status < 300 || operation === 'failure') return []
  const codes = errorCodesByResponse[`${operation}_${status}`]
  if (!codes) return [`${operation} has no response with the status ${status}`]
  const { code } = (body as { error: { code: string } }).error
  return codes.includes(code) ? [] : [`${operation} does not list the code ${code} for the status ${status}`]
}
