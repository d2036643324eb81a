import { Button, ExternalLink, Notice } from '@wordpress/components'
import { __ } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import type { ProductListState, ProductProblem } from './picker-state'

/** URL of the settings. It is absolute, because relative links do not work in the frame of the editor. */
const settingsPage = new URL('options-general.php?page=cedi-commerce', location.href).href

const noticeText = (problem: ProductProblem, all: ProductListState): string => {
  switch (problem) {
    case 'no_key':
      return __('This site has no API key yet. Products appear here once it is connected.', 'cedi-commerce')
    case 'no_handle':
      return __('The name of your storefront is missing. It is part of the address of every product.', 'cedi-commerce')
    case 'unreachable':
      return __('The payment service does not answer. Buttons that are published keep working.', 'cedi-commerce')
    case 'failed':
      return all.state === 'failed' ? all.error.message : ''
    case 'no_products':
      return __('There is no product yet. Add one in the merchant portal, then look again.', 'cedi-commerce')
    case 'gone':
      return __('This product is no longer offered. Choose another one, or remove the button.', 'cedi-commerce')
    case 'unlisted':
      return __(
        'Not all of your products could be listed, and this one was not among them. Look again, or see in the merchant portal whether it is still offered.',
        'cedi-commerce',
      )
    case 'inactive':
      return __('This product is not on sale at the moment: buyers reach a page that says so.', 'cedi-commerce')
    case 'sold_out':
      return __('This product is sold out: buyers reach a page that says so.', 'cedi-commerce')
    case 'shop_failed':
      return __(
        'The products of the shop could not be listed. Buttons that are published keep working.',
        'cedi-commerce',
      )
    case 'shop_closed':
      return all.state === 'loaded' ? all.unavailableReason : ''
    case 'shop_empty':
      return __('There is no product in the shop yet. Add one under Products, then look again.', 'cedi-commerce')
    case 'shop_gone':
      return __('This product is no longer in the shop. Choose another one, or remove the button.', 'cedi-commerce')
    case 'shop_not_for_sale':
      return __(
        'This product is sold out, or has no price. Buyers see no button until it can be sold again.',
        'cedi-commerce',
      )
  }
}

/** Shows the problem that prevents the sale, with a suggested fix. */
export function ProblemNotice(props: {
  readonly problem: ProductProblem
  readonly all: ProductListState
  onRetry(): void
}): ReactElement {
  const { problem, all, onRetry } = props
  const isSetUp = !['no_key', 'no_handle', 'shop_closed'].includes(problem)
  const isPermanent = ['gone', 'inactive', 'sold_out', 'shop_gone', 'shop_not_for_sale'].includes(problem)
  return (
    <Notice
      className="cedi-commerce-problem"
      status={['failed', 'gone', 'shop_failed', 'shop_gone'].includes(problem) ? 'error' : 'warning'}
      isDismissible={false}
    >
      <p>{noticeText(problem, all)}</p>
      {isSetUp || (
        <ExternalLink href={settingsPage}>
          {problem === 'no_key' ? __('Connect this site', 'cedi-commerce') : __('Open the settings', 'cedi-commerce')}
        </ExternalLink>
      )}
      {isPermanent || (
        <Button variant="secondary" onClick={onRetry}>
          {__('Look again', 'cedi-commerce')}
        </Button>
      )}
    </Notice>
  )
}
