export interface ContentRow {
  /** The path of the value: `owners.0.name`. */
  label: string
  before: string | null
  after: string | null
}

const maxRows = 200

/** Lists the paths at which two values differ, each value as text. A path that is missing on one side has no text there. */
export function contentDiff(before: unknown, after: unknown): ContentRow[] {
  const [left, right] = [flatten(before), flatten(after)]
  const labels = [...new Set([...left.keys(), ...right.keys()])]
  const rows = labels.map((label) => ({ label: label || 'Content', before: left.get(label) ?? null, after: right.get(label) ?? null }))
  return rows.filter((row) => row.before !== row.after).slice(0, maxRows)
}

function flatten(value: unknown, timestamp = '', result = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return result
  if (typeof value !== 'object') return result.set(timestamp, String(value))
  const entries = Object.entries(value)
  if (entries.length === 0) return timestamp === '' ? result : result.set(timestamp, Array.isArray(value) ? '[]' : '{}')
  for (const [name, each] of entries) flatten(each, timestamp === '' ? name : `${timestamp}.${name}`, result)
  return result
}

/** Formats a path for display: `owners.0.displayName` is "Owners 1, display name". */
export function describePath(label: string): string {
  const text = label
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLocaleLowerCase('en')))
    .reduce((text, part) => (text === '' ? part : /^\d+$/.test(part) ? `${text} ${part}` : `${text}, ${part}`), '')
  return text.charAt(0).toLocaleUpperCase('en') + text.slice(1)
}
