import { payInPopup } from '../service-script'

/** Response of `cedi_commerce_pay`. */
interface IntentResponse {
  readonly success: boolean
  readonly data?: { readonly message?: string; readonly token: string; readonly url: string; readonly script: string }
}

/** Response of `cedi_commerce_pay_status`. */
interface StatusResponse {
  readonly data?: { readonly state: 'paid' | 'failed' | 'pending'; readonly message: string }
}

const pollCount = 20
const pollDelayMs = 3_000

const postForm = async <Body>(url: string, body: FormData): Promise<Body> =>
  (await (await fetch(url, { method: 'POST', body, headers: { accept: 'application/json' } })).json()) as Body

for (const form of document.querySelectorAll<HTMLFormElement>('[data-cedi-pay-form]')) {
  const { status: statusUrl = '', failed = '', unfinished = '' } = form.dataset
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

  /** Polls until the payment is final, and shows the message. */
  const showResult = async (token: string): Promise<void> => {
    for (let poll = 0; poll < pollCount; poll++) {
      const body = new FormData()
      body.set('action', 'cedi_commerce_pay_status')
      body.set('token', token)
      const { data } = await postForm<StatusResponse>(statusUrl, body)
      show(data?.message ?? '')
      if (data?.state === 'paid') {
        submission = { values: '', key: '' }
        form.reset()
        showAmountField()
      }
      if (data && data.state !== 'pending') return
      await new Promise((resolve) => setTimeout(resolve, pollDelayMs))
    }
  }

  const pay = async (): Promise<void> => {
    const body = new FormData(form)
    const values = [...body.values()].join('\n')
    if (values !== submission.values) submission = { values, key: globalThis.crypto.randomUUID?.() ?? '' }
    body.set('key', submission.key)
    body.set('script', '1')
    const { success, data } = await postForm<IntentResponse>(submitUrl, body)
    if (!success || !data) {
      show(data?.message ?? failed)
      return
    }
    let isPaid: boolean
    try {
      isPaid = await payInPopup(data.script, data.token)
    } catch {
      // Without a popup, open the hosted checkout as a full page.
      location.assign(data.url)
      return
    }
    if (isPaid) await showResult(data.token)
    else show(unfinished)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button || button.disabled) return
    show('')
    button.disabled = true
    pay()
      .catch(() => show(failed))
      .finally(() => {
        button.disabled = false
      })
  })
}
