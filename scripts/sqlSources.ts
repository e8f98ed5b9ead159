export interface SqlText {
  kind: 'texts' | 'comments' | 'identifiers'
  line: number
  text: string
}

/** A quote inside quoted text is doubled, and a comment ends at the end of its line. Names in double quotes are skipped. */
const tokenPattern = /'((?:[^']|'')*)'|--([^\n]*)|"[^"]*"/g
const namePattern =
  /\b(?:create (?:or replace )?(?:unlogged )?(?:table|view|function|trigger|constraint trigger|index|unique index|type|domain)|constraint) (?:if not exists )?([a-z_][a-z0-9_]*)/g

/** Consecutive comment lines are returned as one text. */
export function readSql(source: string): SqlText[] {
  const lineAt = (position: number) => source.slice(0, position).split('\n').length
  const items: SqlText[] = []
  let previousComment: { item: SqlText; end: number } | undefined
  for (const match of source.matchAll(tokenPattern)) {
    const line = lineAt(match.index)
    if (match[1] !== undefined) items.push({ kind: 'texts', line, text: match[1].replaceAll("''", "'") })
    if (match[2] === undefined) continue
    const text = match[2].trim()
    if (previousComment?.end === line - 1) {
      previousComment.item.text += ` ${text}`
      previousComment.end = line
      continue
    }
    const item: SqlText = { kind: 'comments', line, text }
    items.push(item)
    previousComment = { item, end: line }
  }
  const code = source.replace(tokenPattern, (token) => token.replace(/[^\n]/g, ' '))
  for (const match of code.matchAll(namePattern)) items.push({ kind: 'identifiers', line: lineAt(match.index), text: match[1]! })
  return items
}
