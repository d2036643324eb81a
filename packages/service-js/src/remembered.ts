/**
 * What a shop's page remembers about a payment that may be waiting: enough to ask the service about it, and nothing
 * about the buyer. A frame of another site may have no storage, so this page does it.
 */
export interface Remembered {
  /** Of the checkout intent. */
  readonly token: string
  /** What the checkout page asked it to keep; empty when the buyer continued outside this page. */
  readonly resume: string
}

/** If storage is refused or full, it is remembered as long as the page lives. */
const inPage: { [name: string]: string } = {}

/** What is remembered under a name; text that others wrote there is ignored. */
export function recall(name: string): Remembered | undefined {
  let text: string | null = null
  try {
    text = localStorage.getItem(name)
  } catch {}
  try {
    const { token, resume } = JSON.parse(text ?? inPage[name] ?? history.state[name])
    if (typeof token === 'string' && typeof resume === 'string') return { token, resume }
  } catch {}
  return
}

/** Stores a text so that it survives a reload: in storage, otherwise in the history entry. An empty text is removed. */
function keep(name: string, text: string): void {
  inPage[name] = text
  try {
    if (text) localStorage.setItem(name, text)
    else localStorage.removeItem(name)
  } catch {
    const { state } = history
    // The page's own state there stays. If it is not an object, there is no room for ours.
    if (typeof state === 'object') history.replaceState({ ...state, [name]: text }, '')
  }
}

/** Remembers a payment until it has ended. */
export const remember = (name: string, what: Remembered): void => keep(name, JSON.stringify(what))

/** Forgets a payment, unless another one is remembered under the name meanwhile: there may be a second tab. */
export function forget(name: string, token: string | null): void {
  if (recall(name)?.token === token) keep(name, '')
}
