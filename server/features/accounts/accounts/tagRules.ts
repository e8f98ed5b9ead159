import { Failure, type FieldProblem } from '../../../errors.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import type { Account } from './schemas.ts'

export const maxTags = 50
const forbidden = /[<>%&\\?/]/
const reserved = /^(microsoft|azure|windows)/i

/** Slipway writes these tags on every account in the cloud; their values follow from the account's details. */
const kept = ['costCentre', 'environment', 'criticality', 'dataClassification', 'managedBy', 'slipwayRequest'] as const
const keptNames = new Map(kept.map((name) => [name.toLowerCase(), name]))

/** Compares without case, as Azure does. */
export function isKeptTag(name: string): boolean {
  return keptNames.has(name.toLowerCase())
}

export function tagNameProblem(name: string, longest = 512): string | undefined {
  if (name.trim() !== name || name === '') return 'can’t be empty, or start or end with a space'
  if (name.length > longest) return `is longer than ${longest} characters, Azure’s limit${longest === 128 ? ' on storage accounts' : ''}`
  if (forbidden.test(name)) return 'must not hold < > % & \\ ? /'
  if (reserved.test(name)) return 'can’t start with microsoft, azure or windows, which Azure reserves'
  return undefined
}

export function keptTagsOf(
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

/** Returns one problem per invalid name and per name that appears again in another case. */
export function tagProblems(names: readonly string[], problemOf: (name: string) => string | undefined): FieldProblem[] {
  const seen = new Set<string>()
  return names.flatMap((name) => {
    const message = problemOf(name) ?? (seen.has(name.toLowerCase()) ? 'appears twice: Azure ignores case' : undefined)
    seen.add(name.toLowerCase())
    return message ? [{ field: `tags.${name}`, message: `The tag “${name}” ${message}` }] : []
  })
}

export function ownTagProblem(name: string): string | undefined {
  const kept = keptNames.get(name.toLowerCase())
  if (kept === undefined) return tagNameProblem(name)
  return isKeyOf(managedTagLabels, kept) ? `is managed by Slipway. Change ${managedTagLabels[kept]} instead` : 'is managed by Slipway'
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
 * Returns the problems with an account's new tags. Unchanged tags are accepted, and managed tags with the value that the details give them.
 */
export function accountTagProblems(
  account: TaggedAccount,
  wanted: Record<string, string>,
  details: Record<string, unknown> = {},
): FieldProblem[] {
  const byHand = account.kind === 'manual'
  const problems = tagProblems(Object.keys(wanted), (name) => {
    if (account.tags?.[name] === wanted[name] || (isKeptTag(name) && details[name] === wanted[name])) return undefined
    return byHand ? tagNameProblem(name) : ownTagProblem(name)
  })
  const own = byHand ? 0 : kept.length
  const count = Object.keys(wanted).filter((name) => byHand || !isKeptTag(name)).length
  if (count + own > maxTags)
    problems.push({
      field: 'tags',
      message: `Azure allows ${maxTags} tags${own > 0 ? `, and Slipway uses ${own} of them` : ''}. You entered ${count}`,
    })
  return problems
}

/**
 * Returns the tags that an account has after the change; managed tags stay. @throws invalidRequest for tags that Azure would refuse,
 * because an approved change must be possible to carry out
 */
export function tagsWanted(
  account: TaggedAccount,
  wanted: Record<string, string>,
  details: Record<string, unknown> = {},
): Record<string, string> {
  const errors = accountTagProblems(account, wanted, details)
  if (errors.length > 0) throw new Failure('invalidRequest', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
  if (account.kind === 'manual') return wanted
  const only = (tags: Record<string, string>, which: (name: string) => boolean) => Object.entries(tags).filter(([name]) => which(name))
  return Object.fromEntries([...only(account.tags ?? {}, isKeptTag), ...only(wanted, (name) => !isKeptTag(name))])
}
