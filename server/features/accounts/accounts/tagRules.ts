import { Failure, type FieldProblem } from '../../../errors.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import type { Account } from './schemas.ts'

export const maxTags = 50
const forbiddenCharacters = /[<>%&\\?/]/
const reservedPrefixes = /^(microsoft|azure|windows)/i

const managedTags = ['costCentre', 'environment', 'criticality', 'dataClassification', 'managedBy', 'slipwayRequest'] as const
const managedTagNames = new Map(managedTags.map((name) => [name.toLowerCase(), name]))

export function isManagedTag(name: string): boolean {
  return managedTagNames.has(name.toLowerCase())
}

export function tagNameProblem(name: string, maxLength = 512): string | undefined {
  if (name.trim() !== name || name === '') return 'can’t be empty, or start or end with a space'
  if (name.length > maxLength)
    return `is longer than Azure’s limit of ${maxLength} characters${maxLength === 128 ? ' on storage accounts' : ''}`
  if (forbiddenCharacters.test(name)) return 'can’t contain < > % & \\ ? /'
  if (reservedPrefixes.test(name)) return 'can’t start with microsoft, azure or windows, which Azure reserves'
  return undefined
}

export function managedTagsOf(
  account: Pick<Account, 'costCentre' | 'environment' | 'criticality' | 'dataClassification' | 'tags'>,
): Record<string, string> {
  const { costCentre, environment, criticality, dataClassification } = account
  const request = Object.entries(account.tags ?? {}).find(([name]) => name.toLowerCase() === 'slipwayrequest')
  return {
    costCentre,
    environment,
    criticality,
    dataClassification,
    managedBy: 'slipway',
    ...(request ? { slipwayRequest: request[1] } : {}),
  }
}

export function tagProblems(names: readonly string[], problemOf: (name: string) => string | undefined): FieldProblem[] {
  const seenNames = new Set<string>()
  return names.flatMap((name) => {
    const message = problemOf(name) ?? (seenNames.has(name.toLowerCase()) ? 'appears twice: Azure ignores case' : undefined)
    seenNames.add(name.toLowerCase())
    return message ? [{ field: `tags.${name}`, message: `The tag “${name}” ${message}` }] : []
  })
}

function userTagProblem(name: string): string | undefined {
  const managedTag = managedTagNames.get(name.toLowerCase())
  if (managedTag === undefined) return tagNameProblem(name)
  return isKeyOf(managedTagLabels, managedTag)
    ? `is managed by Slipway. Change ${managedTagLabels[managedTag]} instead`
    : 'is managed by Slipway'
}
const managedTagLabels = {
  costCentre: 'the cost centre',
  environment: 'the environment',
  criticality: 'the criticality',
  dataClassification: 'the data classification',
} as const satisfies Record<string, string>

interface TaggedAccount {
  kind: string
  tags?: Record<string, string>
}

/**
 * Returns the problems with an account's new tags. A tag is accepted if it is unchanged, or if it is a managed tag with the value that the
 * details give it.
 */
export function accountTagProblems(
  account: TaggedAccount,
  newTags: Record<string, string>,
  details: Record<string, unknown> = {},
): FieldProblem[] {
  const isManual = account.kind === 'manual'
  const problems = tagProblems(Object.keys(newTags), (name) => {
    if (account.tags?.[name] === newTags[name] || (isManagedTag(name) && details[name] === newTags[name])) return undefined
    return isManual ? tagNameProblem(name) : userTagProblem(name)
  })
  const managedCount = isManual ? 0 : managedTags.length
  const count = Object.keys(newTags).filter((name) => isManual || !isManagedTag(name)).length
  if (count + managedCount > maxTags)
    problems.push({
      field: 'tags',
      message: `Azure allows ${maxTags} tags${managedCount > 0 ? `, and Slipway uses ${managedCount} of them` : ''}. You entered ${count}`,
    })
  return problems
}

/**
 * Returns the tags that an account has after the change. Managed tags stay.
 * @throws invalidRequest for tags that Azure would reject, because it must be possible to carry out an approved change
 */
export function desiredTags(
  account: TaggedAccount,
  newTags: Record<string, string>,
  details: Record<string, unknown> = {},
): Record<string, string> {
  const errors = accountTagProblems(account, newTags, details)
  if (errors.length > 0) throw new Failure('invalidRequest', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
  if (account.kind === 'manual') return newTags
  const pickTags = (tags: Record<string, string>, matchesName: (name: string) => boolean) =>
    Object.entries(tags).filter(([name]) => matchesName(name))
  return Object.fromEntries([...pickTags(account.tags ?? {}, isManagedTag), ...pickTags(newTags, (name) => !isManagedTag(name))])
}
