// Buttons of a receipt. Without this script they are hidden.

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement

/** Shows a message below a button, and announces it to screen readers. */
function announce(button: HTMLElement, text = ''): void {
  byId('live').textContent = text
  const note = button.nextElementSibling?.matches('.done') ? button.nextElementSibling : document.createElement('p')
  note.className = 'done hint'
  note.setAttribute('aria-hidden', 'true')
  note.textContent = text
  button.after(note)
}

/** Copies text. Selects the text instead if the browser rejects it. */
async function copy(button: HTMLElement, text: string, place: Element): Promise<void> {
  const { done, otherwise } = button.dataset
  try {
    await navigator.clipboard.writeText(text)
    announce(button, done)
  } catch {
    place.classList.add('open')
    getSelection()?.selectAllChildren(place)
    announce(button, otherwise)
  }
}

async function share(button: HTMLElement): Promise<void> {
  const { url = '', title = '' } = button.dataset
  try {
    // Throws if the browser does not support sharing, or rejects it.
    await navigator.share({ title, url })
  } catch (error) {
    // Do not copy after the user cancelled.
    if ((error as Error).name !== 'AbortError') await copy(button, url, document.querySelector('.proof bdi') as Element)
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-act]')) {
  button.hidden = false
  button.onclick = () => {
    const { act } = button.dataset
    if (act === 'print') print()
    else if (act === 'share') void share(button)
    else void copy(button, byId('keys').textContent ?? '', byId('keys'))
  }
}
