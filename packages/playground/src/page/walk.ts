import type { Call } from '../run/call.js'
import type { Told } from '../run/told.js'
import { type Books, showBooks } from './books.js'
import { byId } from './dom.js'
import { clearOutput, print, showCall } from './output.js'
import { folder } from './service.js'

/** One piece of code, its output when the build ran it, and the books after it. */
export interface Step extends Books {
  readonly told: readonly Told[]
}

/** What the build recorded, by the names in the address. */
export type Walk = Readonly<Record<string, Step>>

let recorded: Promise<Walk> | undefined

/** Shows a scenario's recording from the build: nothing runs here. */
export async function showStep(id: string): Promise<void> {
  recorded ??= fetch(new URL('walk.json', folder)).then((response) => response.json())
  const step = (await recorded)[id]
  if (!step) return
  clearOutput()
  for (const told of step.told) {
    if (told.told === 'print') print(told.text, told.kind)
    if (told.told === 'call') showCall(told satisfies Call)
  }
  showBooks({ payments: [], entries: [] })
  showBooks(step)
  byId('said').textContent = 'This was recorded. Open the page in another browser to run it.'
}
