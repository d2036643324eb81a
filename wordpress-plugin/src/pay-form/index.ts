import { type PaymentStatus, pollStatus } from '../poll-status'
import { payInPopup } from '../service-script'

/** Checkout intent that the server has created. */
interface Intent {
  readonly token: string
  readonly url: string
  readonly script: string
}

/** Response of `cedi_commerce_pay`. */
interface IntentResponse {
  readonly success: boolean
  readonly data?: Intent & { readonly message?: string }
}

/** Response of `cedi_commerce_pay_status`. */
interface StatusResponse {
  readonly data?: PaymentStatus
}

const postForm = async <Body>(url: string, body: FormData): Promise<Body> =>
  (await (await fetch(url, { method: 'POST', body, headers: { accept: 'application/json' } })).json()) as Body

for (const form of document.querySelectorAll<HTMLFormElement>('[data-cedi-pay-form]')) {
  const { status: statusUrl = '', failed = '', unfinished = '', waiting = '', late = '', offline = '' } = form.dataset
  // The property `form.action` is the field with this name.
  const submitUrl = form.getAttribute('action') ?? ''
  const output = form.querySelector('[role=status]')
  const button = form.querySelector('button')
  const amount = form.querySelector<HTMLInputElement>('[name=amount]')
  const choices = [...form.querySelectorAll<HTMLInputElement>('[name=choice]')]
  const show = (text: string): void => {
    if (output) output.textContent = text
  }
  /** The same key for a retry of the same values, so that a second click opens the same checkout. Without https there is none. */
  let submission = { values: '', key: '' }
  /** Open checkout. Until its result is known, a click opens it again, because the buyer could pay another one too. */
  let checkout: { readonly intent: Intent; mayBePaid: boolean } | undefined
  let polling: ReturnType<typeof pollStatus> | undefined

  /** Lets the next click create another intent. */
  const endCheckout = (): void => {
    checkout = undefined
    submission = { values: '', key: '' }
  }

  const showAmountField = (): void => {
    const isOwn = choices.length === 0 || choices.some(({ checked, value }) => checked && value === 'own')
    const row = amount?.closest('p')
    if (!amount || !row) return
    row.hidden = !isOwn
    amount.disabled = !isOwn
    amount.required = isOwn
  }
  for (const choice of choices) choice.addEventListener('change', showAmountField)
  showAmountField()

  /** Creates the checkout intent. Returns undefined and shows the reason if that fails. */
  const createIntent = async (): Promise<Intent | undefined> => {
    const body = new FormData(form)
    const values = [...body.values()].join('\n')
    if (values !== submission.values) submission = { values, key: globalThis.crypto.randomUUID?.() ?? '' }
    body.set('key', submission.key)
    body.set('script', '1')
    const response = await postForm<IntentResponse>(submitUrl, body).catch(() => undefined)
    if (response?.success && response.data) return response.data
    show(response?.data?.message ?? failed)
    return undefined
  }

  /** Shows the status of the payment until it is final or late. */
  const showResult = (token: string): Promise<void> =>
    new Promise((resolve) => {
      if (!output) return resolve()
      show(waiting)
      polling = pollStatus({
        output,
        lateMessage: late,
        offlineMessage: offline,
        async request() {
          const body = new FormData()
          body.set('action', 'cedi_commerce_pay_status')
          body.set('token', token)
          const { data } = await postForm<StatusResponse>(statusUrl, body)
          if (!data) throw new Error('no status')
          return data
        },
        onFinal({ state }) {
          endCheckout()
          if (state === 'paid') {
            form.reset()
            showAmountField()
          }
          resolve()
        },
        onLate: resolve,
      })
      void polling.poll()
    })

  const pay = async (): Promise<void> => {
    if (!checkout) {
      const intent = await createIntent()
      if (!intent) return
      checkout = { intent, mayBePaid: false }
    }
    const { token, url, script } = checkout.intent
    try {
      // A popup that is closed before it shows a payment does not prove that there is none.
      if (await payInPopup(script, token)) checkout.mayBePaid = true
    } catch {
      // Without a popup, open the hosted checkout as a full page.
      checkout.mayBePaid = true
      location.assign(url)
      return
    }
    if (checkout.mayBePaid) await showResult(token)
    else {
      checkout = undefined
      show(unfinished)
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button || button.disabled) return
    polling?.stop()
    show('')
    button.disabled = true
    void pay().finally(() => {
      button.disabled = false
    })
  })
}
