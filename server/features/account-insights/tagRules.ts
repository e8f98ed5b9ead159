import type { FieldProblem } from '../../http/errors.ts'
import { isManagementTag, managementTag } from './managementTag.ts'

export const mostTags = 50
const forbidden = /[<>%&\\?/]/
const reserved = /^(microsoft|azure|windows)/i
const storageAccount = /\/providers\/microsoft\.storage\/storageaccounts\/[^/]+$/i

/** Names longer than this are refused: 512, and 128 on storage accounts. */
export function longestName(resourceIds: readonly string[]): number {
  return resourceIds.some((id) => storageAccount.test(id)) ? 128 : 512
}

/** What Azure would refuse about these tags, said before anything is sent. */
export function tagProblems(tags: Readonly<Record<string, string>>, resourceIds: readonly string[]): FieldProblem[] {
  const longest = longestName(resourceIds)
  const seen = new Set<string>()
  return Object.keys(tags).flatMap((name) => {
    const message =
      nameProblem(name, longest) ?? (seen.has(name.toLowerCase()) ? 'is named twice: Azure takes no notice of case' : undefined)
    seen.add(name.toLowerCase())
    return message ? [{ field: `tags.${name}`, message: `The tag “${name}” ${message}` }] : []
  })
}

function nameProblem(name: string, longest: number): string | undefined {
  if (isManagementTag(name)) return `is kept by Slipway. Adopt the resource group to have it set to ${managementTag.value}`
  if (name.trim() !== name || name === '') return 'must neither be empty nor begin or end with a space'
  if (name.length > longest)
    return `is longer than the ${longest} characters that Azure allows${longest === 128 ? ' on storage accounts' : ''}`
  if (forbidden.test(name)) return 'must not hold < > % & \\ ? /'
  if (reserved.test(name)) return 'must not begin with microsoft, azure or windows, which Azure keeps for itself'
}
