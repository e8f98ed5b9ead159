/** The code of an answer as people say it: `403`, `403 RequestDisallowedByPolicy` or `took too long`. */
export function codeWords(code: string, status: number | null = null): string {
  if (code === 'undelivered') return 'not delivered'
  const bare = /^http(\d{3})$/.exec(code)?.[1]
  if (bare) return `status ${bare}`
  // Slipway’s own are written as one word, such as `tookTooLong`; those of Azure begin with a capital and are looked up as they are.
  const words = /^[a-z]/.test(code) ? code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : code
  return status === null ? words : `${status} ${words}`
}
