import type { Context, IncomingRequest } from '@cedi/mock-server/service'
import { type Answer, type Response as Responded, unmatched, wrap } from '@cedi/mock-server/service'
import { challengePage } from './checkout/challenge.js'
import { framePage } from './checkout/frame.js'
import { payPage } from './checkout/full-page.js'
import { respondToCheckout } from './checkout/routes.js'
import { storeLanguage } from './kit/languages/store.js'
import { scriptAt } from './scripts.js'
import { homePage } from './storefront/home.js'
import { nothingHere, storefrontPage } from './storefront/storefront.js'

/** Answers for the hosted pages, their JSON routes and the browser scripts. @decision 0029 */
export async function respondToPage(context: Context, request: IncomingRequest, requestId: string): Promise<Responded> {
  const { method, path } = request
  if (path.startsWith('/checkout/')) return respondToCheckout(context, request, requestId)
  if (/^\/(?:portal|operator)(?:\/|$)/.test(path)) {
    const { respondToPortal } = await import('./doors.js')
    return respondToPortal(context, request, requestId)
  }
  const by = (operation: string, answer: Answer): Responded => ({
    operation,
    merchant: undefined,
    answer: { ...answer, headers: { ...answer.headers, 'X-Request-Id': requestId } },
  })
  if (path.startsWith('/challenge/')) return by('challengePage', await challengePage(context, request))
  const isRead = method === 'GET' || method === 'HEAD'
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
