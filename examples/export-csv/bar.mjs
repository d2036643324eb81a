// How many there are is not known before the last page, so the bar shows what was read and moves with every page.
const width = 24

/** A progress bar for a terminal; lines of plain text for anything else. @param {NodeJS.WriteStream} stream */
export function createBar(stream) {
  let shown = 0
  return {
    /** @param {number} count */
    show(count) {
      if (stream.isTTY) {
        const at = Math.floor(count / 100) % width
        stream.write(`\r${'░'.repeat(at)}█${'░'.repeat(width - at - 1)} ${count} orders`)
      } else if (count >= shown + 1_000) stream.write(`${count} orders read\n`)
      else return
      shown = count
    },
    end() {
      if (stream.isTTY && shown > 0) stream.write(`\r${'█'.repeat(width)} ${shown} orders\n`)
    },
  }
}
