// Made by "node scripts/pages.mjs". Do not edit: change what it is made from and run it again.
/** The script of the storefront. */
export const storefrontScript: { readonly code: string; readonly hash: string } = {
  code: "var e=document.querySelector(\"[data-share]\"),t=e?.nextElementSibling;function a(n){e&&(e.hidden=!n),t&&(t.hidden=n)}e?.addEventListener(\"click\",async()=>{let{share:n=\"\",title:r=\"\"}=e.dataset;try{await navigator.share({title:r,text:r,url:n})}catch(o){if(o.name===\"AbortError\")return;a(!1),t?.focus()}});a(\"share\"in navigator);",
  hash: "sha256-wlATbCedJ8G7GKaYaabJg1mKqy99PyHBaw1oybEyZ80=",
}
