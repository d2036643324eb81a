// The share button. Without this script, or where sharing is impossible, a WhatsApp link takes its place.

const button: HTMLButtonElement | null = document.querySelector('[data-share]')
const link: HTMLElement | null | undefined = button?.nextElementSibling as HTMLElement | null | undefined

/** Shows the button or the link. */
function offer(canShare: boolean): void {
  if (button) button.hidden = !canShare
  if (link) link.hidden = canShare
}

button?.addEventListener('click', async () => {
  const { share: url = '', title = '' } = button.dataset
  try {
    await navigator.share({ title, text: title, url })
  } catch (error) {
    // A person who cancelled wants nothing else instead.
    if ((error as Error).name === 'AbortError') return
    offer(false)
    link?.focus()
  }
})
offer('share' in navigator)
