import { type Answer, wrap } from '../answer.js'
import type { Context } from '../context.js'
import { respondToCheckout } from '../hosted/checkout.js'
import type { IncomingRequest } from '../request.js'
import { type Response as Responded, unmatched } from '../respond.js'
import { framePage } from './frame.js'
import { homePage } from './home.js'
import { storeLanguage } from './languages/store.js'
import { payPage } from './pay.js'
import { scriptAt } from './scripts.js'
import { nothingHere, storefrontPage } from './storefront.js'

/** Answers for the hosted pages, their JSON routes and the browser scripts. @decision 0029 */
export async function respondToPage(context: Context, request: IncomingRequest, requestId: string): Promise<Responded> {
  const { method, path } = request
  if (path.startsWith('/checkout/')) return respondToCheckout(context, request, requestId)
  if (/^\/(?:portal|operator)(?:\/|$)/.test(path)) {
    const { respondToPortal } = await import('../portal/route.js')
    return respondToPortal(context, request, requestId)
  }
  const isRead = method === 'GET' || method === 'HEAD'
  const by = (operation: string, answer: Answer): Responded => ({
    operation,
    merchant: undefined,
    answer: { ...answer, headers: { ...answer.headers, 'X-Request-Id': requestId } },
  })
  const refuse = (...allow: string[]): Responded => ({
    operation: undefined,
    merchant: undefined,
    answer: wrap(unmatched(request, allow), requestId),
  })
  const canPost = path.startsWith('/@') || path.startsWith('/pay/')
  const allowed = canPost ? ['GET', 'POST'] : ['GET']
  if (!isRead && !(canPost && method === 'POST')) return refuse(...allowed)
  if (path === '/') return by('homePage', await homePage(context))
  if (path === '/checkout') return by('framePage', framePage(request))
  if (path === '/pay' || path.startsWith('/pay/')) return by('payPage', await payPage(context, request, requestId))
  if (path.startsWith('/@')) return by('storefrontPage', await storefrontPage(context, request))
  const script = scriptAt(path)
  if (script) return by('script', script)
  if (/\.js(?:on)?$/.test(path)) return refuse()
  return by('nothing', nothingHere(storeLanguage(request.query, request.headers.get('accept-language'))))
}
