// The used parts of the structured data parsers, which have no types.
declare module '@adobe/structured-data-validator' {
  export default class Validator {
    validate(found: object): Promise<{ readonly severity: string; readonly issueMessage: string }[]>
  }
}
declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options: { readonly addLocation: boolean; readonly embedSource: readonly string[] })
    parse(html: string): object
  }
}
