/**
 * Styles of the popup. They match the checkout page. System colours follow the light or dark theme, and buttons have
 * borders in forced-colours mode.
 *
 * A dialog has a fixed height. On phones it is a sheet at the bottom of the screen.
 */
export const popupStyle = `
:host { all: initial !important }

dialog {
  box-sizing: border-box;
  width: 440px;
  max-width: 100%;
  height: 720px;
  max-height: 100%;
  padding: 0;
  border: 0;
  border-radius: 16px;
  overflow: hidden;
  background: Canvas;
  background: light-dark(#fffdf8, #1d1a16);
  font: 17px/1.5 system-ui;
  display: grid;
  grid: 3.5em 1fr / 100%;
}
dialog:not([open]) { position: fixed; inset: 0; opacity: 0 }
.in-page { position: static; height: var(--height, 660px) }
::backdrop { background: #0009 }
dialog, .bar { outline: 1px solid #8886 }
@media (max-width: 480px) {
  dialog:not(.in-page) { width: 100%; max-height: calc(100% - 24px); margin-bottom: 0; border-radius: 16px 16px 0 0 }
}

.bar { display: flex; padding: 4px }
.title { flex: 1; padding: 12px }

iframe, .layer {
  box-sizing: border-box;
  grid-area: 2 / 1;
  width: 100%;
  height: 100%;
  min-height: 0;
  border: 0;
}
.layer { z-index: 1; background: inherit; display: grid; align-content: center; padding: 24px; overflow: auto; text-align: center }
[hidden] { display: block; visibility: hidden }
.layer [hidden] { display: none }
/* Reserved space, to avoid a layout shift. */
.shop, .amount { min-height: 1.5em }
.shop { font-weight: 600 }
.amount { font-size: 2em; font-weight: 600; white-space: nowrap }
p { margin: 12px 0; overflow-wrap: anywhere; text-wrap: balance }

.spinner { margin: 12px auto; padding: 12px; border: 5px dotted light-dark(#0d5a46, #5cc7a1); border-radius: 50% }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-reduced-motion: no-preference) { .spinner { animation: turn 1s infinite } }

button, a {
  padding: 12px 20px;
  border: 1px solid #0000;
  border-radius: 12px;
  background: none;
  color: inherit;
  font: inherit;
}
input { margin-top: 16px; padding: 8px; width: 100%; box-sizing: border-box; border: 1px solid #8886; border-radius: 8px; background: none; color: inherit; font: inherit; font-size: 14px }
.choices { display: grid; gap: 12px; margin-top: 12px }
.choices * { border-color: #8886; font-weight: 600; text-decoration: none }
.choices :first-child { background: light-dark(#0d5a46, #5cc7a1); color: light-dark(#fffdf8, #1d1a16) }
`
