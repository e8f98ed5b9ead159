/** The browser saves what an address of ours gives while it comes, however long it is: nothing of it is held here. */
export function saveFile(path: string, query: Record<string, string> = {}): void {
  const link = document.createElement('a')
  const text = new URLSearchParams(query).toString()
  link.href = text ? `${path}?${text}` : path
  link.download = ''
  link.click()
}
