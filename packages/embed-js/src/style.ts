/** The look of the button. A page changes it with `::part(button)`, `--cedi-accent` and `--cedi-text`. */
export const buttonStyle = `:host{display:inline-block}
a{--b:var(--cedi-accent,#0b6b4f);display:flex;justify-content:center;gap:.5em;padding:.6em 1.3em;border:2px solid var(--b);border-radius:12px;background:var(--b);color:var(--cedi-text,#fff);font:600 17px/1.4 system-ui;text-decoration:none}
.outline,.plain{background:none;color:var(--b);color:light-dark(var(--b),var(--cedi-accent,#6fd9b0))}
.plain{border-color:#0000}
.s{font-size:15px;padding:.7em 1em}
.l{font-size:20px}
:host([aria-busy]){opacity:.7}
[part=price]{width:6em;text-align:end}`
