import { type CheckoutOptions, type CheckoutOutcome, createCedi } from '@cedi/service-js'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** The popup checkout as a hook. It closes when the component unmounts. */
export function useCheckout(baseUrl: string) {
  const cedi = useMemo(() => createCedi({ baseUrl }), [baseUrl])
  const lifetime = useRef<AbortController>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<CheckoutOutcome>()

  useEffect(() => {
    // Strict mode runs effects twice, each time with a new controller.
    const controller = new AbortController()
    lifetime.current = controller
    return () => controller.abort()
  }, [])

  const open = useCallback(
    async (options: CheckoutOptions) => {
      const signal = lifetime.current?.signal
      setOpen(true)
      // No `await` before this line, because the dialog needs the user activation of the click.
      const { result } = cedi.checkout({ ...options, ...(signal && { signal }) })
      const ended = await result
      if (signal?.aborted) return ended
      setOpen(false)
      setOutcome(ended)
      return ended
    },
    [cedi],
  )
  return { open, isOpen, outcome }
}
