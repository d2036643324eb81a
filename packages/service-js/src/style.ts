/**
 * The look of the popup. System colours follow light, dark and forced colours by themselves. The order is the one that
 * compresses best.
 */
export const popupStyle: string =
  '@keyframes t{to{rotate:1turn}}' +
  'dialog,header{outline:1px solid #888}' +
  'div,iframe{grid-area:2/1;width:100%;height:100%;border:0}' +
  '::backdrop{background:#0009}' +
  '[open=i]{position:static}' +
  '[open]{grid:auto 1fr/100%;display:grid}' +
  'span{flex:1;padding:12px}' +
  'button,a{padding:12px 20px;font:inherit;border:0;border-radius:12px;color:inherit;background:none}' +
  'div,b,iframe{text-align:center;place-content:center;display:grid}' +
  'p{margin:12px}' +
  'i{margin:auto;border:5px dotted;border-radius:50%;padding:12px}' +
  'b{gap:12px}' +
  'b :first-child{background:CanvasText;color:Canvas}' +
  ':host{all:initial!important}' +
  '[hidden]{visibility:hidden}' +
  'header{display:flex;padding:5px;font:600 20px/24px system-ui}' +
  'dialog{width:440px;max-width:100%;height:var(--h,660px);padding:0;border:0;border-radius:12px;overflow:hidden;font:17px/1.5 system-ui}' +
  '@media(prefers-reduced-motion:no-preference){i{animation:t 1s infinite}}'
