/**
 * The look of the popup. System colours follow light, dark and forced colours by themselves. The order is the one that
 * compresses best.
 */
export const popupStyle: string =
  '@keyframes t{to{rotate:1turn}}' +
  '[open]{grid:3.5em 1fr/100%;display:grid}' +
  'header{padding:5px;display:flex}' +
  'iframe,div{grid-area:2/1;width:100%;border:0;height:100%;min-height:0}' +
  'dialog{width:440px;border-radius:12px;font:17px/1.5 system-ui;overflow:hidden;padding:0;max-width:100%;border:0;height:var(--h,660px)}' +
  'i{border-radius:50%;border:5px dotted;margin:auto;padding:12px}' +
  'b,iframe,div{gap:12px;text-align:center;place-content:center;display:grid}' +
  'button,a{background:none;padding:12px 20px;border-radius:12px;font:inherit;color:inherit;border:0}' +
  '::backdrop{background:#0009}' +
  'span,p{padding:12px;flex:1}' +
  'b :first-child{background:CanvasText;color:Canvas}' +
  ':host{all:initial!important}' +
  '@media(prefers-reduced-motion:no-preference){i{animation:t 1s infinite}}' +
  '[open=i]{position:static}' +
  'dialog,header{outline:1px solid #888}' +
  '[hidden]{visibility:hidden}'
