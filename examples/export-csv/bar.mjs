// The total is unknown before the last page, so the bar shows the number of orders read and moves with every page.
const width = 24

/** Creates a progress bar for a terminal, or plain lines for other streams. @param {NodeJS.WriteStream} stream */
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
