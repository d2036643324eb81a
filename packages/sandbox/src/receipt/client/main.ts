// The buttons of a receipt. Without this script they are hidden; the page can still be read, saved and printed.

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement

/** Says what has happened, to everybody. */
function say(button: HTMLElement, text = ''): void {
  byId('live').textContent = text
  const note = button.nextElementSibling?.matches('.done') ? button.nextElementSibling : document.createElement('p')
  note.className = 'done hint'
  note.setAttribute('aria-hidden', 'true')
  note.textContent = text
  button.after(note)
}

/** Copies a text. If the browser refuses, it selects the text instead. */
async function copy(button: HTMLElement, text: string, place: Element): Promise<void> {
  const { done, otherwise } = button.dataset
  try {
    await navigator.clipboard.writeText(text)
    say(button, done)
  } catch {
    place.classList.add('open')
    getSelection()?.selectAllChildren(place)
    say(button, otherwise)
  }
}

async function share(button: HTMLElement): Promise<void> {
  const { url = '', title = '' } = button.dataset
  try {
    // If sharing is impossible, this fails at once, like a refusal of the browser.
    await navigator.share({ title, url })
  } catch (error) {
    // A person who cancelled wants nothing else instead.
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
