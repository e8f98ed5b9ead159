import type { Fact } from './types.ts'

/** The help shows the same examples. */
export const conditionExamples = [
  { title: 'Small development accounts', text: 'target.environment == "development" && request.budget <= 500.0' },
  { title: 'Production, or restricted data', text: 'target.environment == "production" || target.dataClassification == "restricted"' },
  { title: 'A privileged role for at most four hours', text: 'request.privileged && request.hours > 0.0 && request.hours <= 4.0' },
  {
    title: 'Low risk and no earlier problems',
    text: 'risk.score < 20.0 && requester.rejected == 0.0 && requester.overruns == 0.0',
  },
]

export const examplesOf = (facts: readonly Fact[]) =>
  conditionExamples.filter(({ text }) =>
    text.match(/\b(request|target|requester|risk)\.\w+/g)?.every((path) => facts.some((fact) => fact.path === path)),
  )

/** Returns the text to insert for a fact: a complete condition, or the start of one. */
export function insertable({ path, type, values }: Fact, value = values?.[0]): string {
  if (type === 'bool') return path
  if (type === 'double') return `${path} <= 0.0`
  const text = `"${value ?? ''}"`
  return type === 'string' ? `${path} == ${text}` : `${text} in ${path}`
}

/** Inserts `part` at the cursor, after “and” if text precedes it, and returns the new cursor position. */
export function withInserted(text: string, from: number, to: number, part: string): { text: string; cursor: number } {
  const before = text.slice(0, from)
  const after = text.slice(to)
  const insertion = /[^\s(!&|]\s*$/.test(before) ? `${/\s$/.test(before) ? '' : ' '}&& ${part}` : part
  return { text: before + insertion + after, cursor: before.length + insertion.length }
}

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g
const withoutValue = /(<=?|>=?|==) *(?=&&|\|\||$)| in \[\]|\(""\)|"" in /g

/** Counts the comparisons without a value, which match always or never. */
export const missingValues = (text: string): number =>
  [...text.replaceAll(quoted, (value) => (value.length === 2 ? '""' : '"…"')).matchAll(withoutValue)].length
