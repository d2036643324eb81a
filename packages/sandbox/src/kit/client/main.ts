// Copy buttons, and the position of the navigation on phones. The pages work without this script.

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
