/** A call of the API: what was described, and what was answered. */
export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
  readonly answer: string
}

/** Whether a request is an API call: those of the desk are not shown. */
export const isCall = (url: string): boolean => /\/api\//.test(new URL(url).pathname)
