// What the builder's Markdown lacks for people who do not see the page, and for code that is only indented.

/** Header cells without a word are plain cells; indented code is drawn like other code, which scrolls by keyboard and can be copied. */
export function accessible(md) {
  md.core.ruler.push('cedi-accessible', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type === 'th_open' && tokens[at + 1].content.trim() === '') {
        token.tag = 'td'
        tokens[at + 2].tag = 'td'
      }
      if (token.type === 'code_block') Object.assign(token, { type: 'fence', tag: 'code', info: 'sh', markup: '```' })
    }
  })
}
