/** The frame of which the others are multiples: appended in the click, over the whole page, and nothing else. */
export const bareFrame = (url) =>
  `window.openIt = () => { const frame = document.createElement('iframe'); frame.src = ${JSON.stringify(url)}; frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff'; document.body.append(frame) }`
