import { payInPopup } from '../service-script'

const container = document.querySelector<HTMLElement>('[data-cedi-pay]')
const link = container?.querySelector('a')

if (container && link) {
  const { token = '', script = '', return: back = '', phone, network, unfinished = '' } = container.dataset
  const status = container.querySelector('[role=status]')

  const pay = async (): Promise<void> => {
    link.setAttribute('aria-busy', 'true')
    try {
      if (await payInPopup(script, token, phone, network)) location.assign(back)
      else if (status) status.textContent = unfinished
    } catch {
      // Without a popup, open the hosted checkout as a full page.
      location.assign(link.href)
    }
    link.removeAttribute('aria-busy')
  }
  link.addEventListener('click', (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void pay()
  })
  // Not after a back navigation: the buyer has left the checkout.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry?.type !== 'back_forward') void pay()
}
