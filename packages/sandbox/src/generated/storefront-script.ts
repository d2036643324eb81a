// Made by "node scripts/pages.mjs". Do not edit: change what it is made from and run it again.
/** The script of the storefront. */
export const storefrontScript: { readonly code: string; readonly hash: string } = {
  code: "var t=document.querySelector(\"[data-share]\"),e=t?.nextElementSibling;function a(a){t&&(t.hidden=!a),e&&(e.hidden=a)}t?.addEventListener(\"click\",async()=>{let{share:r=\"\",title:n=\"\"}=t.dataset;try{await navigator.share({title:n,text:n,url:r})}catch(t){if(\"AbortError\"===t.name)return;a(!1),e?.focus()}}),a(\"share\"in navigator);",
  hash: "sha256-F8YYV+g5KdXjMqf7zLR0A26hITaI3gnVFgczxl8qlhE=",
}
