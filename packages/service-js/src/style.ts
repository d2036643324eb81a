/** The look of the popup. System colours follow light, dark and forced colours by themselves. */
export const popupStyle = `
:host { all: initial !important }

dialog {
  width: 440px;
  max-width: 100%;
  height: var(--height, 660px);
  padding: 0;
  border: 0;
  border-radius: 12px;
  overflow: hidden;
  font: 17px/1.5 system-ui;
}
dialog[open] { display: grid; grid: 3.5em 1fr / 100% }
.in-page { position: static }
::backdrop { background: #0009 }
dialog, header { outline: 1px solid #888 }

header { display: flex; padding: 5px }
.title, p { flex: 1; padding: 12px }

iframe, .layer {
  grid-area: 2 / 1;
  width: 100%;
  height: 100%;
  min-height: 0;
  border: 0;
}
iframe, .layer, .choices { display: grid; place-content: center; gap: 12px; text-align: center }
[hidden] { visibility: hidden }

.spinner { margin: auto; padding: 12px; border: 5px dotted; border-radius: 50% }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-reduced-motion: no-preference) { .spinner { animation: turn 1s infinite } }

button, a { padding: 12px 20px; border: 0; border-radius: 12px; background: none; color: inherit; font: inherit }
.choices :first-child { background: CanvasText; color: Canvas }
`
