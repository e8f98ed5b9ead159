import type { FieldProblem } from '../../../errors.ts'
import { tagProblems as problemsOf, tagNameProblem } from '../accounts/tagRules.ts'
import { isManagementTag, managementTag } from './managementTag.ts'

const storageAccount = /\/providers\/microsoft\.storage\/storageaccounts\/[^/]+$/i

/** Azure limits names to 512 characters, and to 128 on storage accounts. */
function maxNameLength(resourceIds: readonly string[]): number {
  return resourceIds.some((id) => storageAccount.test(id)) ? 128 : 512
}

export function tagProblems(tags: Readonly<Record<string, string>>, resourceIds: readonly string[]): FieldProblem[] {
  const byAdoption = `is managed by Slipway. Adopt the resource group to set it to ${managementTag.value}`
  const longestTagName = maxNameLength(resourceIds)
  return problemsOf(Object.keys(tags), (name) => (isManagementTag(name) ? byAdoption : tagNameProblem(name, longestTagName)))
}
