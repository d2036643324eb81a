import { useCallback, useEffect, useState } from '@wordpress/element'
import { type Connection, readSettings, type Settings, saveSettings, testConnection, toApiFetchError } from '../api'
import { type Draft, findTestProblem, toConnectionTest, toDraft, toSettingsChange } from './changes'

/** Current action of the screen. */
type PendingAction = 'loading' | 'saving' | 'testing' | null

/** Result of the last action. */
interface ActionResult {
  readonly status: 'success' | 'error'
  readonly text: string
  /** Setting with the error. */
  readonly field?: string | undefined
}

/** Settings, field values and actions. */
export interface SettingsState {
  readonly saved: Settings | undefined
  readonly draft: Draft | undefined
  readonly pendingAction: PendingAction
  readonly result: ActionResult | undefined
  readonly connection: Connection | undefined
  readonly isChanged: boolean
  change(part: Partial<Draft>): void
  /** Saves the changes and tests the connection. */
  save(successMessage: string): Promise<void>
  test(): Promise<void>
  load(): Promise<void>
}

/** Warns about unsaved changes before the page is left. */
function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined
    const warnBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warnBeforeUnload)
    return () => window.removeEventListener('beforeunload', warnBeforeUnload)
  }, [isChanged])
}

/** Manages the field values separately from the saved settings, so that a failed save loses nothing. */
export function useSettings(): SettingsState {
  const [saved, setSaved] = useState<Settings>()
  const [draft, setDraft] = useState<Draft>()
  const [pendingAction, setPendingAction] = useState<PendingAction>('loading')
  const [result, setResult] = useState<ActionResult>()
  const [connection, setConnection] = useState<Connection>()

  const changes = saved && draft ? toSettingsChange(saved, draft) : null
  const isChanged = changes !== null

  /** Runs an action, sets the pending state while it runs, and shows its error. */
  const runAction = useCallback(async (name: PendingAction, action: () => Promise<void>): Promise<void> => {
    setPendingAction(name)
    try {
      await action()
    } catch (error) {
      const { message, field } = toApiFetchError(error)
      setResult({ status: 'error', text: message, field })
      // The result of an earlier test does not describe these values.
      if (field === 'base_url' || field === 'api_key') setConnection(undefined)
    }
    setPendingAction(null)
  }, [])

  const applySettings = useCallback((settings: Settings): void => {
    setSaved(settings)
    setDraft(toDraft(settings))
  }, [])
  const runConnectionTest = useCallback(
    (input: Parameters<typeof testConnection>[0]) =>
      runAction('testing', async () => {
        setConnection(await testConnection(input))
        setResult(undefined)
      }),
    [runAction],
  )
  const test = useCallback(async () => {
    if (saved && draft && findTestProblem(saved, draft) === null)
      await runConnectionTest(toConnectionTest(saved, draft))
  }, [runConnectionTest, saved, draft])
  const load = useCallback(async () => {
    await runAction('loading', async () => {
      const settings = await readSettings()
      applySettings(settings)
      setResult(undefined)
      if (settings.key.state === 'ok') void runConnectionTest({})
    })
  }, [runAction, applySettings, runConnectionTest])

  useEffect(() => {
    void load()
  }, [load])

  useLeaveWarning(isChanged)
  const save = useCallback(
    async (successMessage: string) => {
      if (!changes) return
      await runAction('saving', async () => {
        const settings = await saveSettings(changes)
        applySettings(settings)
        setResult({ status: 'success', text: successMessage })
        const isConnectionChanged = 'api_key' in changes || 'base_url' in changes
        if (isConnectionChanged) setConnection(undefined)
        if (isConnectionChanged && settings.key.state === 'ok') setConnection(await testConnection({}))
      })
    },
    [changes, runAction, applySettings],
  )

  return {
    saved,
    draft,
    pendingAction,
    result,
    connection,
    isChanged,
    change: (part) => setDraft((current) => current && { ...current, ...part }),
    save,
    test,
    load,
  }
}
