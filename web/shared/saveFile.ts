/** Lets the browser download from the server directly, so that a file of any size needs no memory in the page. */
export function saveFile(path: string, query: Record<string, string> = {}): void {
  const link = document.createElement('a')
  const text = new URLSearchParams(query).toString()
  link.href = text ? `${path}?${text}` : path
  link.download = ''
  link.click()
}
