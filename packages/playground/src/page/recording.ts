import type { Call } from '../run/call.js'
import type { RunMessage } from '../run/run-message.js'
import { byId } from './dom.js'
import { type LedgerState, showLedger } from './ledger-view.js'
import { clearOutput, print, showCall } from './output.js'
import { folder } from './service.js'

/** Recorded output of a snippet, with the payments and entries after it. */
export interface RecordedRun extends LedgerState {
  readonly messages: readonly RunMessage[]
}

/** Recorded runs by the names in links. */
export type Recording = Readonly<Record<string, RecordedRun>>

let recording: Promise<Recording> | undefined

/** Shows the recorded run of a snippet. */
export async function showRecordedRun(id: string): Promise<void> {
  recording ??= fetch(new URL('recording.json', folder)).then((response) => response.json())
  const recordedRun = (await recording)[id]
  if (!recordedRun) return
  clearOutput()
  for (const message of recordedRun.messages) {
    if (message.type === 'print') print(message.text, message.kind)
    if (message.type === 'call') showCall(message satisfies Call)
  }
  showLedger({ payments: [], entries: [] })
  showLedger(recordedRun)
  byId('said').textContent = 'This was recorded. Open the page in another browser to run it.'
}
