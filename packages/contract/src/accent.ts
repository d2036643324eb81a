/** Returns the text colour with more contrast on a colour. @param accent - `#rrggbb`. */
export function textColorOn(accent: string): '#000' | '#fff' {
  const luminance = [0.2126, 0.7152, 0.0722]
    .map((weight, at) => weight * (Number(`0x${accent.slice(at * 2 + 1, at * 2 + 3)}`) / 255) ** 2.2)
    .reduce((sum, part) => sum + part)
  return luminance > 0.18 ? '#000' : '#fff'
}
