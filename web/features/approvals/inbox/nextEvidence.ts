export function nextEvidence(headingId: string): void {
  const headings = [...(document.getElementById(headingId)?.closest('article')?.querySelectorAll<HTMLElement>('h3') ?? [])]
  const position = headings.indexOf(document.activeElement as HTMLElement)
  const next = headings[(position + 1) % headings.length]
  if (!next) return
  next.tabIndex = -1
  next.focus()
  next.scrollIntoView({ block: 'center' })
}
