// The build resolves these imports to the text of the file.
declare module '*?text' {
  const text: string
  export default text
}
