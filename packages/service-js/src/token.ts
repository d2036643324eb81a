/** What is paid to whom, as the token of a checkout intent says. The service proves it; here it is only shown. */
export interface Facts {
  readonly shop: string
  readonly amount: string
}

/** Reads a token without proving it; nothing from one of another form. */
export function factsOf(token: string | null, language: string): Facts | undefined {
  try {
    const binary = atob((token as string).replace(/\..*/, '').replace(/-/g, '+').replace(/_/g, '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const { n, a } = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof n === 'string' && a > 0)
      return { shop: n, amount: `GH₵${(a / 100).toLocaleString(language, { minimumFractionDigits: 2 })}` }
  } catch {}
  return
}
