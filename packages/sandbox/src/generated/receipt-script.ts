// Made by "node scripts/pages.mjs". Do not edit: change what it is made from and run it again.
/** The script of the receipt. */
export const receiptScript: { readonly code: string; readonly hash: string } = {
  code: "var a=e=>document.getElementById(e);function i(e,t=\"\"){a(\"live\").textContent=t;let n=e.nextElementSibling?.matches(\".done\")?e.nextElementSibling:document.createElement(\"p\");n.className=\"done hint\",n.setAttribute(\"aria-hidden\",\"true\"),n.textContent=t,e.after(n)}async function r(e,t,n){let{done:o,otherwise:s}=e.dataset;try{await navigator.clipboard.writeText(t),i(e,o)}catch{n.classList.add(\"open\"),getSelection()?.selectAllChildren(n),i(e,s)}}async function c(e){let{url:t=\"\",title:n=\"\"}=e.dataset;try{await navigator.share({title:n,url:t})}catch(o){o.name!==\"AbortError\"&&await r(e,t,document.querySelector(\".proof bdi\"))}}for(let e of document.querySelectorAll(\"[data-act]\"))e.hidden=!1,e.onclick=()=>{let{act:t}=e.dataset;t===\"print\"?print():t===\"share\"?c(e):r(e,a(\"keys\").textContent??\"\",a(\"keys\"))};",
  hash: "sha256-9tpydD+sH/0Jkb6m0i9M+YsbzJZgwhvDwaXyoiiHpdk=",
}
