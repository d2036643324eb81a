/** The look of the button. A page changes it with `::part(button)`, `--cedi-accent` and `--cedi-text`. */
export const buttonStyle: string =
  ':host{display:inline-block}' +
  ':host([aria-busy]){opacity:.7}' +
  'a{--b:var(--cedi-accent,#0b6b4f);display:flex;place-content:center;gap:.5em;padding:10px 22px;border:2px solid var(--b);border-radius:12px;background:var(--b);color:var(--cedi-text,#fff);font:600 17px/1.4 system-ui;text-decoration:none}' +
  '.outline,.plain{background:none;color:var(--cedi-accent,inherit)}' +
  '.plain{border-color:#0000}' +
  '.s{font-size:15px}' +
  '.l{font-size:20px}' +
  'span{width:6em;text-align:end}'
