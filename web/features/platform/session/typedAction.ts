type Decision = 'approve' | 'reject' | 'requestChanges'

export type TypedAction =
  | { kind: 'decide'; decision: Decision; label: string; name: string }
  | { kind: 'activate' | 'decommission' | 'secret'; name: string }

const decisionVerbs: [RegExp, Decision, string][] = [
  [/^(?:approve|accept)\s+(.+)$/i, 'approve', 'Approve'],
  [/^(?:reject|decline|deny)\s+(.+)$/i, 'reject', 'Reject'],
  [/^request changes(?:\s+to|\s+of)?\s+(.+)$/i, 'requestChanges', 'Request changes to'],
]
const otherVerbs: [RegExp, 'activate' | 'decommission' | 'secret'][] = [
  [/^(?:activate|elevate|pim)\s+(.+)$/i, 'activate'],
  [/^(?:decommission|delete|close|cancel|remove)\s+(.+)$/i, 'decommission'],
  [/^(?:set\s+)?(?:secret|password)\s+(.+)$/i, 'secret'],
]
/** Words between verb and name, as in “delete subscription basket-prod” or “activate contributor in basket-prod”. */
const filler = /(?<!\S)(?:the|account|subscription|for|in|of|on|role|request)(?!\S)/gi

/** Returns a complete reference, such as ACC-2026-0161, in upper case; undefined for other texts. */
export function parseReference(text: string): string | undefined {
  const reference = text.trim().toLocaleUpperCase('en')
  return /^[A-Z]{2,4}-\d{4}-\d{4,}$/.test(reference) ? reference : undefined
}

/** Reads a verb and the name of a record, such as “approve ACC-2026-0161”; undefined for other texts. */
export function parseTypedAction(query: string): TypedAction | undefined {
  const text = query.trim()
  const nameIn = (pattern: RegExp) => pattern.exec(text)?.[1]?.replace(filler, ' ').replace(/\s+/g, ' ').trim()
  for (const [pattern, decision, label] of decisionVerbs) {
    const name = nameIn(pattern)
    if (name) return { kind: 'decide', decision, label, name }
  }
  for (const [pattern, kind] of otherVerbs) {
    const name = nameIn(pattern)
    if (name) return { kind, name }
  }
  return undefined
}
