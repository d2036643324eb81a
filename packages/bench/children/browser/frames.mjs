/** Script of the baseline: appends a frame that covers the page. */
export const bareFrame = (url) =>
  `window.openIt = () => { const frame = document.createElement('iframe'); frame.src = ${JSON.stringify(url)}; frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff'; document.body.append(frame) }`
