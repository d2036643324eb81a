/** Removes trailing slashes in linear time, unlike `/\/+$/`, which is quadratic for many slashes inside the text. */
export function removeTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
