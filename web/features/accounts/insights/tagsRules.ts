import type { TagRow } from '../../../shared/TagsField.tsx'

/** The server accepts at most this many resources per call. */
export const maxResourcesPerChange = 100

const storageMaxLength = 128
const forbidden = /[<>%&\\?/]/
const reserved = /^(microsoft|azure|windows)/i
const storageAccount = /\/providers\/microsoft\.storage\/storageaccounts\/[^/]+$/i

export function tagsOf(rows: readonly TagRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.filter(({ name, value }) => name.trim() || value.trim()).map(({ name, value }) => [name.trim(), value.trim()]),
  )
}

export const tagNameProblems = {
  managed: 'is managed by Slipway. Adopt the resource group to set it',
  tooLong: (max: number) =>
    `is longer than the ${max} characters that Azure allows${max === storageMaxLength ? ' on storage accounts' : ''}`,
  forbidden: 'can’t contain < > % & \\ ? /',
  reserved: 'can’t start with microsoft, azure or windows, which Azure reserves',
  repeated: 'is used twice. Azure ignores case',
}

/** Checks Azure’s tag rules while people type. The server has the final check. */
export function tagsProblem(rows: readonly TagRow[], resourceIds: readonly string[]): string | undefined {
  const maxLength = resourceIds.some((id) => storageAccount.test(id)) ? storageMaxLength : 512
  const visited = new Set<string>()
  for (const row of rows) {
    const [name, value] = [row.name.trim(), row.value.trim()]
    if (!name && !value) continue
    if (!name) return `Enter a name for the tag with the value “${value}”.`
    const problem = nameProblem(name, maxLength) ?? (visited.has(name.toLowerCase()) ? tagNameProblems.repeated : undefined)
    if (problem) return `“${name.slice(0, 40)}” ${problem}.`
    if (value.length > 256) return `The value of “${name}” is ${value.length - 256} characters too long. Azure allows 256.`
    visited.add(name.toLowerCase())
  }
  return visited.size > 50 ? `Azure allows 50 tags. You entered ${visited.size}.` : undefined
}

function nameProblem(name: string, maxLength: number): string | undefined {
  if (name.toLowerCase() === 'managedby') return tagNameProblems.managed
  if (name.length > maxLength) return tagNameProblems.tooLong(maxLength)
  if (forbidden.test(name)) return tagNameProblems.forbidden
  if (reserved.test(name)) return tagNameProblems.reserved
}

/** Lists the current tags of several resources, the most frequent first. `value` is undefined if it differs between them. */
export function collectTags(tags: readonly Record<string, string>[], max = 12): { name: string; value: string | undefined; on: number }[] {
  const tagsByName = new Map<string, { name: string; values: Set<string>; on: number }>()
  for (const set of tags) {
    for (const [name, value] of Object.entries(set)) {
      const collectedTag = tagsByName.get(name.toLowerCase()) ?? { name, values: new Set(), on: 0 }
      collectedTag.values.add(value)
      collectedTag.on++
      tagsByName.set(name.toLowerCase(), collectedTag)
    }
  }
  return [...tagsByName.values()]
    .filter(({ name }) => name.toLowerCase() !== 'managedby')
    .sort((a, b) => b.on - a.on || a.name.localeCompare(b.name))
    .slice(0, max)
    .map(({ name, values, on }) => ({ name, value: values.size === 1 ? [...values][0] : undefined, on }))
}

export interface TaggableResource {
  id: string
  name: string
  tags: Record<string, string>
}
