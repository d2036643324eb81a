// Made by "node scripts/pages.mjs". Do not edit: change what it is made from and run it again.
/** The script of the receipt. */
export const receiptScript: { readonly code: string; readonly hash: string } = {
  code: "var t=t=>document.getElementById(t);function e(e,n=\"\"){t(\"live\").textContent=n;let a=e.nextElementSibling?.matches(\".done\")?e.nextElementSibling:document.createElement(\"p\");a.className=\"done hint\",a.setAttribute(\"aria-hidden\",\"true\"),a.textContent=n,e.after(a)}async function n(t,n,a){let{done:i,otherwise:r}=t.dataset;try{await navigator.clipboard.writeText(n),e(t,i)}catch{a.classList.add(\"open\"),getSelection()?.selectAllChildren(a),e(t,r)}}async function a(t){let{url:e=\"\",title:a=\"\"}=t.dataset;try{await navigator.share({title:a,url:e})}catch(a){\"AbortError\"!==a.name&&await n(t,e,document.querySelector(\".proof bdi\"))}}for(let e of document.querySelectorAll(\"[data-act]\"))e.hidden=!1,e.onclick=()=>{let{act:i}=e.dataset;\"print\"===i?print():\"share\"===i?a(e):n(e,t(\"keys\").textContent??\"\",t(\"keys\"))};",
  hash: "sha256-CYXW+WUBI78mKsZuzMf/eGaCfP22kQc+k0XLHISEKlg=",
}
