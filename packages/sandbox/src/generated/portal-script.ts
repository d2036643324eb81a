// Made by "node scripts/pages.mjs". Do not edit: change what it is made from and run it again.
/** The script of the portal. */
export const portalScript: { readonly code: string; readonly hash: string } = {
  code: "async function e(e,t){try{await navigator.clipboard.writeText(t.value),e.textContent=e.dataset.done??\"\"}catch{t.select()}}document.querySelector(\"nav [aria-current]\")?.scrollIntoView({block:\"nearest\",inline:\"center\"});for(let t of document.querySelectorAll(\"[data-copy]\"))t.hidden=!1,t.onclick=()=>e(t,document.getElementById(t.dataset.copy??\"\"));",
  hash: "sha256-MGmE9yZNO49hmbOzEqwQV1jkCQGY8Bh0u+oVgFf6cxU=",
}
