export function box(title: string, lines: [label: string, text: string][]): string {
  const labelWidth = Math.max(...lines.map(([label]) => label.length)) + 3
  const rows = [title, '', ...lines.map(([label, text]) => label.padEnd(labelWidth) + text)]
  const width = Math.max(...rows.map((row) => row.length))
  return [`┌${'─'.repeat(width + 4)}┐`, ...rows.map((row) => `│  ${row.padEnd(width)}  │`), `└${'─'.repeat(width + 4)}┘`].join('\n')
}
