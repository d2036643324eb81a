import type { Call } from '../run/call.js'
import { byId, element } from './dom.js'

/** Clears the output for the next run. */
export function clearOutput(): void {
  byId('printed').replaceChildren()
  byId('calls').replaceChildren()
  byId('no-calls').hidden = false
}

/** Appends a line of output. */
export function print(text: string, kind: 'log' | 'error' = 'log'): void {
  byId('printed').append(element('span', { class: kind }, `${text}\n`))
}

/** Appends an API call with request description and response, and collapses the others. */
export function showCall({ method, url, headers, body, status, responseBody }: Call): void {
  byId('no-calls').hidden = true
  const list = byId('calls')
  for (const open of list.querySelectorAll('details[open]')) open.removeAttribute('open')
  const path = `/api${url.split('/api')[1] ?? ''}`
  const request = { method, url, headers, ...(body !== undefined && { body }) }
  const title = element('summary', {}, element('code', {}, `${method} ${path}`), ' ', element('b', {}, String(status)))
  list.append(
    element(
      'details',
      { open: '' },
      title,
      element('h3', {}, 'Request description'),
      element('pre', { tabindex: '0' }, JSON.stringify(request, null, 2)),
      element('h3', {}, `Answer ${status}`),
      element('pre', { tabindex: '0' }, pretty(responseBody)),
    ),
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
