// What the parsers of structured data, which bring no types, are used for here.
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
