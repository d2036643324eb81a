/**
 * What the page of a shop remembers of a payment that may still wait: enough to ask the service about it, and nothing
 * about the buyer. A frame of another site may store nothing, so this page does.
 */
export interface Remembered {
  /** Of the checkout intent. */
  readonly token: string
  /** What the checkout page had it keep; empty when the buyer went on outside this page. */
  readonly resume: string
}

/** Where storage is refused, or full, it is remembered as long as the page is there. */
const inPage: { [name: string]: string } = {}

/** What is remembered by a name. What somebody else wrote there is nothing. */
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

/** Keeps a text where it outlives a reload: in the storage, else in the entry of the history. An empty one is taken away. */
function keep(name: string, text: string): void {
  inPage[name] = text
  try {
    if (text) localStorage.setItem(name, text)
    else localStorage.removeItem(name)
  } catch {
    const { state } = history
    // What the page itself keeps there stays; where that has no names, there is no room for ours.
    if (typeof state === 'object') history.replaceState({ ...state, [name]: text }, '')
  }
}

/** Remembers, until the payment has ended. */
export const remember = (name: string, what: Remembered): void => keep(name, JSON.stringify(what))

/** Forgets a payment, unless another one is remembered by that name meanwhile: there may be a second tab. */
export function forget(name: string, token: string | null): void {
  if (recall(name)?.token === token) keep(name, '')
}
