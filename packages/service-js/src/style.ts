/**
 * The look of the popup. System colours follow light, dark and forced colours by themselves. The order is the one that
 * compresses best.
 */
export const popupStyle: string =
  '@keyframes t{to{rotate:1turn}}' +
  ':host{all:initial!important}' +
  'b,iframe,div{text-align:center;place-content:center;display:grid}' +
  '@media(prefers-reduced-motion:no-preference){i{animation:t 1s infinite}}' +
  '::backdrop{background:#0009}' +
  'button,a{background:none;padding:12px 20px;font:inherit;color:inherit;border:0;border-radius:12px}' +
  '[open=i]{position:static}' +
  'span{flex:1;padding:12px}' +
  'header{display:flex;font:20px/1.5 system-ui;padding:5px}' +
  'header,dialog{outline:1px solid #888}' +
  'dialog{overflow:hidden;width:440px;height:var(--h,660px);padding:0;font:17px/1.5 system-ui;max-width:100%;border:0;border-radius:12px}' +
  '[open]{grid:auto 1fr/100%;display:grid}' +
  'iframe,div{grid-area:2/1;height:100%;border:0;width:100%;min-height:0}' +
  'i{margin:auto;border-radius:50%;border:5px dotted;padding:12px}' +
  'b{gap:12px}' +
  '[hidden]{visibility:hidden}' +
  'p{margin:12px}' +
  'b :first-child{background:CanvasText;color:Canvas}'
