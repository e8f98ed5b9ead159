/** The code of an answer as people say it: `403`, or `403 RequestDisallowedByPolicy`. */
export function codeWords(code: string, status: number | null = null): string {
  if (code === 'undelivered') return 'not delivered'
  const bare = /^http(\d{3})$/.exec(code)?.[1]
  if (bare) return `status ${bare}`
  return status === null ? code : `${status} ${code}`
}
