/**
 * The look of the popup. System colours follow light, dark and forced colours by themselves. The order is the one that
 * compresses best.
 */
export const popupStyle: string =
  '[hidden]{visibility:hidden}' +
  '[open]{grid:auto 1fr/100%;display:grid}' +
  'button,a{background:none;color:inherit;border-radius:12px;padding:12px 20px;border:0;font:inherit}' +
  'header{padding:5px;display:flex}' +
  'span,p{flex:1;padding:12px}' +
  'dialog,header{outline:1px solid #888}' +
  ':host{all:initial!important}' +
  'div,iframe{grid-area:2/1;min-height:0;width:100%;border:0;height:100%}' +
  'i{margin:auto;border-radius:50%;border:5px dotted;padding:12px}' +
  'dialog{overflow:hidden;max-width:100%;border:0;height:var(--h,660px);font:17px/1.5 system-ui;border-radius:12px;padding:0;width:440px}' +
  '[open=i]{position:static}' +
  '::backdrop{background:#0009}' +
  '@keyframes t{to{rotate:1turn}}' +
  '@media(prefers-reduced-motion:no-preference){i{animation:t 1s infinite}}' +
  'b,div,iframe{gap:12px;text-align:center;place-content:center;display:grid}' +
  'b :first-child{background:CanvasText;color:Canvas}'
