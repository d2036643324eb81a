/** API call: request description and response. */
export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
  readonly responseBody: string
}

/** Whether a URL belongs to the API, not to the control API. */
export const isCall = (url: string): boolean => /\/api\//.test(new URL(url).pathname)
