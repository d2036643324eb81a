// Copy buttons and the button builder. The pages work without this script.

import { createButtonTag, readButtonAttributes } from '@cedi/contract/buy-button-tag'

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

/** Applies the choices of the button builder to the preview and to the tag. */
function updatePreview(form: HTMLFormElement): void {
  const preview = document.querySelector<HTMLElement>('cedi-buy-button')
  const code = document.getElementById('button-code') as HTMLTextAreaElement
  const chosen = new FormData(form)
  const attributes = readButtonAttributes((name) => chosen.get(name) as string | null)
  const { handle = '', product: slug = '' } = preview?.dataset ?? {}
  code.value = createButtonTag({ baseUrl: form.dataset['builder'] ?? '', handle, slug }, attributes)
  const values = new Map(attributes)
  for (const field of form.elements) {
    const { name } = field as HTMLInputElement
    const value = values.get(name)
    if (value !== undefined) preview?.setAttribute(name, value)
    else if (name.startsWith('data-')) preview?.removeAttribute(name)
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-builder]')) {
  const button = form.querySelector('button')
  if (button) button.hidden = true
  form.oninput = () => updatePreview(form)
}
