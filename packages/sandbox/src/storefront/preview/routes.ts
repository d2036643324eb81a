import { hashText } from '@cedi/ledger'
import { merchantOf, productOf } from '../../kit/goods.js'
import type { Asked } from '../../kit/served.js'
import type { Shown } from './svg.js'

/** The last part of the address of a picture. No slug has a point in it. */
export const pictureName = 'preview.png'

/** What draws needs Node, and is loaded where there is something to draw with. A service worker has neither. */
async function drawing() {
  try {
    const { canDraw, draw } = await import('./draw.js')
    return canDraw() ? { draw, ...(await import('./svg.js')) } : undefined
  } catch {
    return undefined
  }
}

/** The address of the picture of a link; nothing where there is nothing to draw it with. @decision 0084 */
export async function pictureAddress(address: string, shown: Shown): Promise<string | undefined> {
  const drawn = await drawing()
  return drawn && `${address}/${pictureName}?v=${drawn.versionOf(shown)}`
}

/** `/@{handle}/preview.png` and `/@{handle}/{slug}/preview.png`: what a chat shows of the link, as PNG. */
export async function picture(c: Asked): Promise<Response> {
  const { context, request } = c.env
  const drawn = await drawing()
  const merchant = await merchantOf(context, c.req.param('handle')?.slice(1) ?? '')
  const slug = c.req.param('slug')
  const product = merchant && slug !== undefined ? await productOf(context, merchant, slug) : undefined
  if (!merchant || (slug !== undefined && !product) || !drawn) return c.notFound()
  const svg = drawn.pictureSvg({ merchant, product })
  const tag = `"${hashText(svg).slice(0, 32)}"`
  const shared = { ETag: tag, 'Cache-Control': 'public, max-age=3600', 'X-Content-Type-Options': 'nosniff' }
  if (request.headers.get('if-none-match') === tag) return c.body(null, 304, shared)
  const png = await drawn.draw(svg)
  if (!png) return c.text('Too many pictures are being drawn. Come again.', 503, { 'Retry-After': '2' })
  return c.body(png.slice().buffer, 200, {
    ...shared,
    'Content-Type': 'image/png',
    'Content-Security-Policy': "default-src 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
