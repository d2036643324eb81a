/**
 * Runs an action with a signal that aborts after a timeout, or with the caller's signal. The timer references the
 * controller, unlike `AbortSignal.any` with `AbortSignal.timeout`: Node 20 collects their result as garbage before it aborts.
 *
 * @throws The error of the action. After the timeout, the signal's reason is a `TimeoutError`.
 */
export async function withTimeout<T>(
  signal: AbortSignal,
  timeoutMs: number,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException(`There was no response within ${timeoutMs} ms.`, 'TimeoutError')),
    timeoutMs,
  )
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await action(controller.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
