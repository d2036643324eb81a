/** @jsxImportSource hono/jsx */
import { hashText } from '@cedi/mock-server/internal'
import type { Html } from './html.js'

const colours = ['var(--gold)', 'var(--bad)', 'var(--brand)', 'var(--ink)', 'var(--wash)']

/**
 * Renders a woven pattern that is derived from the id of a product. It replaces a picture, which would be a request to
 * another host.
 */
export function WovenPattern({ id }: { readonly id: string }): Html {
  const threads = (hashText(id).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  const colour = (at: number): string => colours[(threads[at] ?? 0) % colours.length] ?? ''
  const blocks: Html[] = []
  const block = (x: number, y: number, width: number, height: number, fill: string): void => {
    blocks.push(<rect x={x} y={y} width={width} height={height} fill={fill} />)
  }
  for (let strip = 0; strip < 8; strip++) {
    const x = strip * 40
    const [ground, weftColour] = [colour(strip), colour(strip + 8)]
    block(x, 0, 40, 120, ground)
    // Every second strip is offset by half a block, as in kente cloth.
    for (let y = strip % 2 === 0 ? 0 : -20; y < 120; y += 40) {
      if (((threads[16 + (strip % 16)] ?? 0) >> ((y + 20) / 20)) % 2 === 0)
        for (let line = 0; line < 3; line++) block(x, y + 4 + line * 5, 40, 2.5, weftColour)
      else block(x + 12, y + 2, 16, 14, weftColour)
    }
  }
  return (
    <svg class="cloth" viewBox="0 0 320 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {blocks}
    </svg>
  )
}
