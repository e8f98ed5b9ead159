import type { TagRow } from '../../../shared/TagsField.tsx'

/** The server’s limit per call. */
export const maxAtOnce = 100

const forbidden = /[<>%&\\?/]/
const reserved = /^(microsoft|azure|windows)/i
const storageAccount = /\/providers\/microsoft\.storage\/storageaccounts\/[^/]+$/i

export function tagsOf(rows: readonly TagRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.filter(({ name, value }) => name.trim() || value.trim()).map(({ name, value }) => [name.trim(), value.trim()]),
  )
}

/** Azure’s tag rules, checked while typing; the server’s check is authoritative. */
export function tagsProblem(rows: readonly TagRow[], resourceIds: readonly string[]): string | undefined {
  const longest = resourceIds.some((id) => storageAccount.test(id)) ? 128 : 512
  const seen = new Set<string>()
  for (const row of rows) {
    const [name, value] = [row.name.trim(), row.value.trim()]
    if (!name && !value) continue
    if (!name) return `Enter a name for the tag with the value “${value}”.`
    const wrong = nameProblem(name, longest) ?? (seen.has(name.toLowerCase()) ? 'is used twice. Azure ignores case' : undefined)
    if (wrong) return `“${name.slice(0, 40)}” ${wrong}.`
    if (value.length > 256) return `The value of “${name}” is ${value.length - 256} characters too long; Azure allows 256.`
    seen.add(name.toLowerCase())
  }
  return seen.size > 50 ? `Azure allows 50 tags. You entered ${seen.size}.` : undefined
}

function nameProblem(name: string, longest: number): string | undefined {
  if (name.toLowerCase() === 'managedby') return 'is managed by Slipway. Adopt the resource group to set it'
  if (name.length > longest)
    return `is longer than the ${longest} characters that Azure allows${longest === 128 ? ' on storage accounts' : ''}`
  if (forbidden.test(name)) return 'must not hold < > % & \\ ? /'
  if (reserved.test(name)) return 'can’t start with microsoft, azure or windows, which Azure reserves'
}

/** Lists the current tags of several resources, the most frequent first; `value` is undefined if it differs. */
export function tagsHeld(tags: readonly Record<string, string>[], max = 12): { name: string; value: string | undefined; on: number }[] {
  const held = new Map<string, { name: string; values: Set<string>; on: number }>()
  for (const set of tags) {
    for (const [name, value] of Object.entries(set)) {
      const known = held.get(name.toLowerCase()) ?? { name, values: new Set(), on: 0 }
      known.values.add(value)
      known.on++
      held.set(name.toLowerCase(), known)
    }
  }
  return [...held.values()]
    .filter(({ name }) => name.toLowerCase() !== 'managedby')
    .sort((a, b) => b.on - a.on || a.name.localeCompare(b.name))
    .slice(0, max)
    .map(({ name, values, on }) => ({ name, value: values.size === 1 ? [...values][0] : undefined, on }))
}

export interface Taggable {
  id: string
  name: string
  tags: Record<string, string>
}
