import { type CheckoutOptions, createCedi, type Outcome } from '@cedi/service-js'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** The popup checkout as a hook. It opens in the click, and closes when the component goes. */
export function useCheckout(base: string) {
  const cedi = useMemo(() => createCedi({ base }), [base])
  const gone = useRef<AbortController>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  useEffect(() => {
    // Strict mode runs effects twice: each time a fresh controller.
    const controller = new AbortController()
    gone.current = controller
    return () => controller.abort()
  }, [])

  const open = useCallback(
    async (options: CheckoutOptions) => {
      const signal = gone.current?.signal
      setOpen(true)
      // No await before this line: browsers let a dialog take the keyboard only in the click itself.
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
