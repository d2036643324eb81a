// Starts the service of the playground, and opens pages that it serves.

/** Waits until a worker is active. */
const waitForActivation = ({ installing, waiting, active }) =>
  new Promise((resolve, reject) => {
    const worker = installing ?? waiting ?? active
    const checkState = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('a file of the playground did not arrive'))
    }
    worker.addEventListener('statechange', checkState)
    checkState()
  })

/**
 * Loads a page of the playground into a frame, whose requests its service worker handles.
 *
 * @param folder - Path of the playground.
 * @returns The window of the frame.
 * @throws Error if the browser has no service workers or a file is missing.
 */
export async function openPlaygroundFrame(folder, frame) {
  if (!navigator.serviceWorker) throw new Error('this browser has no service workers, or hides them in private windows')
  await waitForActivation(
    await navigator.serviceWorker.register(`${folder}worker.js`, { scope: folder, updateViaCache: 'all' }),
  )
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true })
    frame.src = `${folder}now`
    if (!frame.isConnected) document.body.append(frame)
  })
  return frame.contentWindow
}
