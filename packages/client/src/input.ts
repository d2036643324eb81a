/**
 * Gives a text back when it has the right form.
 *
 * @param name - The argument, as the caller knows it.
 * @param value - What the caller gave.
 * @param form - What it must match; visible ASCII when left out.
 * @throws TypeError otherwise, as the platform does for arguments; the message holds the form, never the value, which may be a key.
 */
export const check = (name: string, value: unknown, form: RegExp = /^[!-~]+$/): string => {
  // Only texts can be trimmed.
  if (!(value as string | undefined)?.trim || !form.test(value as string)) {
    throw TypeError(name + ' must match ' + form)
  }
  return value as string
}
