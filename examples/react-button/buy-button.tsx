import { useEffect } from 'react'

declare module 'react' {
  interface AnchorHTMLAttributes<T> {
    'data-cedi-buy'?: boolean | ''
    'data-handle'?: string
    'data-product'?: string
  }
}

/** Renders a link to the product page, also on the server. embed.js turns it into a button that opens the checkout. */
export function BuyButton(props: { baseUrl: string; handle: string; product: string; label: string }) {
  const { baseUrl, handle, product, label } = props
  useEffect(() => {
    const source = `${baseUrl}/embed.js`
    // Loaded once. The script also finds buttons that are added later.
    if (document.querySelector(`script[src="${source}"]`)) return
    document.head.append(Object.assign(document.createElement('script'), { src: source, async: true }))
  }, [baseUrl])
  return (
    <a href={`${baseUrl}/@${handle}/${product}`} data-cedi-buy="" data-handle={handle} data-product={product}>
      {label}
    </a>
  )
}
