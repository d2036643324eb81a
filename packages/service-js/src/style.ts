/**
 * The look of the popup. System colours follow light, dark and forced colours by themselves. On a phone it is a sheet
 * at the bottom edge, from 480 px on a card in the middle.
 */
export const popupStyle = `:host{all:initial!important}
dialog{width:440px;max-width:100%;height:var(--h,660px);margin:auto auto 0;padding:0;border:0;outline:1px solid #8884;border-radius:20px;overflow:hidden;font:17px/1.5 system-ui}
[open]{display:grid;grid-template-rows:auto 1fr}
::backdrop{background:#0009}
header{display:flex;padding:6px;border-bottom:1px solid #8884;font-weight:600;align-items:center}
span{flex:1;padding:0 14px}
div,iframe{grid-area:2/1;width:100%;height:100%;border:0}
div{display:grid;place-content:center;place-items:center;text-align:center}
[hidden]{display:none}
div:not([hidden])+iframe{visibility:hidden}
p{margin:24px;unicode-bidi:plaintext}
i{width:36px;height:36px;border:4px solid #8884;border-top-color:currentColor;border-radius:50%;animation:t 1s linear infinite}
button,a{min-width:44px;padding:10px;border:0;border-radius:12px;background:none;color:inherit;font:inherit}
header button{font-size:28px;line-height:24px}
p~*{width:240px;margin:6px;font-weight:600}
p+*{background:CanvasText;color:Canvas;text-decoration:none}
@media(min-width:480px){dialog{margin:auto}}
@media(prefers-reduced-motion){i{animation:none}}
@keyframes t{to{rotate:1turn}}`
