import { setModel, type Transition } from './model.js'

// Actions on the license keys of a paid checkout.

/** Copies the keys to the clipboard. */
export function copyKeys({ effects }: Transition): void {
  effects.push({ type: 'copyKeys' })
}

/** Asks about an unsaved license key once; the second click leaves. */
export function confirmLeave({ model }: Transition): void {
  if (model.isConfirmingLeave) model.isKeyReleased = true
  model.isConfirmingLeave = model.hasUnsavedKey
}

/** Closes the question about an unsaved license key. */
export function stay({ model }: Transition): void {
  model.isConfirmingLeave = false
}

/** Handles the result of a copy: a copied key may be left. */
export function releaseKeys(step: Transition, { isCopied }: { readonly isCopied: boolean }): void {
  const { model } = step
  // A failed copy does not undo an earlier one.
  setModel(step, { notice: isCopied ? 'copied' : 'notCopied', isKeyReleased: model.isKeyReleased || isCopied })
  if (isCopied) model.isConfirmingLeave = false
}
