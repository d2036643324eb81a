/**
 * The look of the popup. System colours follow light, dark and forced colours by themselves. The order is the one that
 * compresses best.
 */
export const popupStyle: string =
  '@keyframes t{to{rotate:1turn}}' +
  ':host{all:initial!important}' +
  'b,iframe,div{display:grid;text-align:center;place-content:center}' +
  '@media(prefers-reduced-motion:no-preference){i{animation:t 1s infinite}}' +
  '::backdrop{background:#0009}' +
  'button,a{background:none;padding:12px 20px;font:inherit;color:inherit;border:0;border-radius:12px}' +
  '[open=i]{position:static}' +
  'span{flex:1;padding:12px}' +
  'header{display:flex;font:20px/1.2 system-ui;padding:5px}' +
  'header,dialog{outline:1px solid #888}' +
  'dialog{overflow:hidden;height:var(--h,660px);font:17px/1.5 system-ui;padding:0;width:440px;max-width:100%;border:0;border-radius:12px}' +
  '[open]{display:grid;grid:auto 1fr/100%}' +
  'iframe,div{width:100%;border:0;min-height:0;grid-area:2/1;height:100%}' +
  'i{margin:auto;border-radius:50%;border:5px dotted;padding:12px}' +
  'b{gap:12px}' +
  '[hidden]{visibility:hidden}' +
  'p{margin:12px}' +
  'b :first-child{background:CanvasText;color:Canvas}'
