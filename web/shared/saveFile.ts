/** The browser downloads the file directly, so that a large file doesn't use memory in the page. */
export function saveFile(path: string, query: Record<string, string> = {}): void {
  const link = document.createElement('a')
  const text = new URLSearchParams(query).toString()
  link.href = text ? `${path}?${text}` : path
  link.download = ''
  link.click()
}
