// Copy buttons, the button builder, and the position of the navigation on phones. The pages work without this script.

document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Copies the text of a field. Selects it instead if the browser rejects copying. */
async function copyField(button: HTMLButtonElement, field: HTMLTextAreaElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(field.value)
    button.textContent = button.dataset['done'] ?? ''
  } catch {
    field.select()
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  button.onclick = () => copyField(button, document.getElementById(button.dataset['copy'] ?? '') as HTMLTextAreaElement)
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Applies the choices of the button builder to the preview and to the tag. */
function updatePreview(form: HTMLFormElement): void {
  const preview = document.querySelector('cedi-buy-button')
  const code = document.getElementById('button-code') as HTMLTextAreaElement
  const names = new Set([...form.elements].map((field) => (field as HTMLInputElement).name))
  const chosen = new FormData(form)
  let tag = form.dataset['builder'] ?? ''
  for (const name of names) {
    if (!name.startsWith('data-')) continue
    const value = String(chosen.get(name) ?? '').trim()
    // A colour is incomplete while it is typed.
    if (!value || (name === 'data-accent' && !/^#[\da-f]{6}$/i.test(value))) preview?.removeAttribute(name)
    else {
      preview?.setAttribute(name, value)
      tag += ` ${name}="${escapeAttribute(value)}"`
    }
  }
  code.value = `${tag}></script>`
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-builder]')) {
  const button = form.querySelector('button')
  if (button) button.hidden = true
  form.oninput = () => updatePreview(form)
}
