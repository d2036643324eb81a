import { hashText } from '@cedi/mock-server/internal'
import type { HonoContext } from '../../kit/hono-env.js'
import { findMerchant, findProduct } from '../../kit/listed-product.js'
import type { PictureSubject } from './picture-svg.js'

/** Last path segment of a picture. Slugs contain no dots. */
export const pictureName = 'preview.png'

/** Loads the code that draws pictures. Returns undefined without Node, or without the packages for pictures. */
async function loadDrawing() {
  try {
    const { canDraw, drawPicture } = await import('./draw-picture.js')
    return canDraw() ? { drawPicture, ...(await import('./picture-svg.js')) } : undefined
  } catch {
    return undefined
  }
}

/** Returns the URL of the picture of a page. Returns undefined if pictures cannot be drawn. @decision 0084 */
export async function pictureUrl(pageUrl: string, subject: PictureSubject): Promise<string | undefined> {
  const drawing = await loadDrawing()
  return drawing && `${pageUrl}/${pictureName}?v=${drawing.pictureVersion(subject)}`
}

/** `/@{handle}/preview.png` and `/@{handle}/{slug}/preview.png`: the picture of a link preview, as PNG. */
export async function picture(c: HonoContext): Promise<Response> {
  const { context, request } = c.env
  const drawing = await loadDrawing()
  const merchant = await findMerchant(context, c.req.param('handle')?.slice(1) ?? '')
  const slug = c.req.param('slug')
  const product = merchant && slug !== undefined ? await findProduct(context, merchant, slug) : undefined
  if (!merchant || (slug !== undefined && !product) || !drawing) return c.notFound()
  const svg = drawing.pictureSvg({ merchant, product })
  const tag = `"${hashText(svg).slice(0, 32)}"`
  const headers = { ETag: tag, 'Cache-Control': 'public, max-age=3600', 'X-Content-Type-Options': 'nosniff' }
  if (request.headers.get('if-none-match') === tag) return c.body(null, 304, headers)
  const png = await drawing.drawPicture(svg)
  if (!png) return c.text('Too many pictures are being drawn. Try again later.', 503, { 'Retry-After': '2' })
  return c.body(png.slice().buffer, 200, {
    ...headers,
    'Content-Type': 'image/png',
    'Content-Security-Policy': "default-src 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
