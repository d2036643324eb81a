// Improves the accessibility of VitePress's Markdown.

/**
 * Empty header cells become plain cells. Indented code gets the same markup as other code, which scrolls by keyboard
 * and can be copied.
 */
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
