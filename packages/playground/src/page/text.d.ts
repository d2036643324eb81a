// The build puts the text of the file there.
declare module '*?text' {
  const text: string
  export default text
}
