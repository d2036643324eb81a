import { useEffect } from 'react'

declare module 'react' {
  interface AnchorHTMLAttributes<T> {
    'data-cedi-buy'?: boolean | ''
    'data-handle'?: string
    'data-product'?: string
  }
}

/** A link to the product page that embed.js makes a button which opens the checkout over the page. It is a link on the server too. */
export function BuyButton(props: { base: string; handle: string; product: string; label: string }) {
  const { base, handle, product, label } = props
  useEffect(() => {
    const source = `${base}/embed.js`
    // Once for all buttons; it finds those that come later.
    if (document.querySelector(`script[src="${source}"]`)) return
    document.head.append(Object.assign(document.createElement('script'), { src: source, async: true }))
  }, [base])
  return (
    <a href={`${base}/@${handle}/${product}`} data-cedi-buy="" data-handle={handle} data-product={product}>
      {label}
    </a>
  )
}
