import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BuyButton } from './buy-button.js'
import { useCheckout } from './use-checkout.js'

const texts = {
  succeeded: 'Paid. Our server checks the payment before it sends the book.',
  pending: 'Approve it on your phone: we are waiting.',
  failed: 'It did not work. No money was taken.',
  expired: 'That took too long. Please try again.',
  cancelled: 'You left before paying.',
}

function App({ baseUrl }: { baseUrl: string }) {
  const { open, isOpen, outcome } = useCheckout(baseUrl)
  const intentUrl = outcome?.status === 'succeeded' ? '/checkout-intent?another' : '/checkout-intent'
  return (
    <main>
      <h1>One book</h1>
      <button
        type="button"
        disabled={isOpen}
        onClick={() => open({ intent: () => fetch(intentUrl, { method: 'POST' }).then((response) => response.text()) })}
      >
        Buy for GH₵45.00
      </button>
      <p role="status">{outcome && texts[outcome.status]}</p>
      <h2>Or with the button of the service</h2>
      <BuyButton baseUrl={baseUrl} handle="ama" product="kente-tote" label="Buy the tote" />
    </main>
  )
}

const root = document.querySelector<HTMLElement>('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App baseUrl={root.dataset.service ?? ''} />
    </StrictMode>,
  )
