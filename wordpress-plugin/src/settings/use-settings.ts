import { useCallback, useEffect, useState } from '@wordpress/element'
import { type Connection, readSettings, type Settings, saveSettings, testConnection, toApiFetchError } from '../api'
import { type Draft, findTestProblem, toConnectionTest, toDraft, toSettingsChange } from './changes'

/** Current action of the screen. */
type Work = 'loading' | 'saving' | 'testing' | null

/** Result of the last action. */
interface Said {
  readonly status: 'success' | 'error'
  readonly text: string
}

/** Settings, field values and actions. */
export interface SettingsState {
  readonly saved: Settings | undefined
  readonly draft: Draft | undefined
  readonly work: Work
  readonly said: Said | undefined
  readonly connection: Connection | undefined
  readonly isChanged: boolean
  change(part: Partial<Draft>): void
  /** Saves the changes and tests the connection. */
  save(whenSaved: string): Promise<void>
  test(): Promise<void>
  load(): Promise<void>
}

/** Warns about unsaved changes before the page is left. */
function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
}

/** Manages the field values separately from the saved settings, so that a failed save loses nothing. */
export function useSettings(): SettingsState {
  const [saved, setSaved] = useState<Settings>()
  const [draft, setDraft] = useState<Draft>()
  const [work, setWork] = useState<Work>('loading')
  const [said, setSaid] = useState<Said>()
  const [connection, setConnection] = useState<Connection>()

  const changes = saved && draft ? toSettingsChange(saved, draft) : null
  const isChanged = changes !== null

  /** Runs one action at a time and shows its error. */
  const during = useCallback(async (name: Work, act: () => Promise<void>): Promise<void> => {
    setWork(name)
    try {
      await act()
    } catch (thrown) {
      setSaid({ status: 'error', text: toApiFetchError(thrown).message })
    }
    setWork(null)
  }, [])

  const take = useCallback((settings: Settings): void => {
    setSaved(settings)
    setDraft(toDraft(settings))
  }, [])
  const ask = useCallback(
    (typed: Parameters<typeof testConnection>[0]) =>
      during('testing', async () => {
        setConnection(await testConnection(typed))
        setSaid(undefined)
      }),
    [during],
  )
  const test = useCallback(async () => {
    if (saved && draft && findTestProblem(saved, draft) === null) await ask(toConnectionTest(saved, draft))
  }, [ask, saved, draft])
  const load = useCallback(async () => {
    await during('loading', async () => {
      const settings = await readSettings()
      take(settings)
      setSaid(undefined)
      if (settings.key.state === 'ok') void ask({})
    })
  }, [during, take, ask])

  useEffect(() => {
    void load()
  }, [load])

  useLeaveWarning(isChanged)
  const save = useCallback(
    async (whenSaved: string) => {
      if (!changes) return
      await during('saving', async () => {
        const settings = await saveSettings(changes)
        take(settings)
        setSaid({ status: 'success', text: whenSaved })
        const isOther = 'api_key' in changes || 'base_url' in changes
        if (isOther) setConnection(undefined)
        if (isOther && settings.key.state === 'ok') setConnection(await testConnection({}))
      })
    },
    [changes, during, take],
  )

  return {
    saved,
    draft,
    work,
    said,
    connection,
    isChanged,
    change: (part) => setDraft((now) => now && { ...now, ...part }),
    save,
    test,
    load,
  }
}
