// Share button. Without this script or the Web Share API, a WhatsApp link replaces it.

const button: HTMLButtonElement | null = document.querySelector('[data-share]')
const link: HTMLElement | null | undefined = button?.nextElementSibling as HTMLElement | null | undefined

/** Shows the button or the link. */
function showButton(canShare: boolean): void {
  if (button) button.hidden = !canShare
  if (link) link.hidden = canShare
}

button?.addEventListener('click', async () => {
  const { share: url = '', title = '' } = button.dataset
  try {
    await navigator.share({ title, text: title, url })
  } catch (error) {
    // The user cancelled.
    if ((error as Error).name === 'AbortError') return
    showButton(false)
    link?.focus()
  }
})
showButton('share' in navigator)
