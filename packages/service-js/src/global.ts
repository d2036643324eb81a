import { slotOf } from './cedi.js'

// A second copy of the script finds the first and leaves everything to it.
const slot = slotOf()
const { currentScript } = document
try {
  // Without an address it was brought by embed.js, which knows it and starts what is in the slot. `<img
  // name="currentScript">` shadows the property: only a script element is believed.
  if (currentScript instanceof HTMLScriptElement && currentScript.src) slot.start(currentScript.src)
} catch (error) {
  console.error(error)
}
