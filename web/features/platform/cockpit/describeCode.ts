/** Formats a code, such as `403`, `403 RequestDisallowedByPolicy` or `took too long`. */
export function describeCode(code: string, status: number | null = null): string {
  if (code === 'undelivered') return 'not delivered'
  const bare = /^http(\d{3})$/.exec(code)?.[1]
  if (bare) return `status ${bare}`
  // Codes of Slipway are camel case, such as `tookTooLong`, and become separate words. Azure’s codes start with a capital letter and are
  // unchanged, so that people can search for them.
  const text = /^[a-z]/.test(code) ? code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : code
  return status === null ? text : `${status} ${text}`
}
