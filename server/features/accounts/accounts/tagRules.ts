import { Failure, type FieldProblem } from '../../../errors.ts'
import type { Account } from './schemas.ts'

export const mostTags = 50
const forbidden = /[<>%&\\?/]/
const reserved = /^(microsoft|azure|windows)/i

/** Tags that Slipway writes itself on every account it keeps in the cloud: what they say follows from the account. */
const kept = ['costCentre', 'environment', 'criticality', 'dataClassification', 'managedBy', 'slipwayRequest'] as const
const keptNames = new Map(kept.map((name) => [name.toLowerCase(), name]))

/** Whether Slipway writes the tag of this name; names are the same whatever their case. */
export function isKeptTag(name: string): boolean {
  return keptNames.has(name.toLowerCase())
}

/** Why Azure would refuse a tag of this name, or undefined. */
export function tagNameProblem(name: string, longest = 512): string | undefined {
  if (name.trim() !== name || name === '') return 'can’t be empty, or start or end with a space'
  if (name.length > longest) return `is longer than ${longest} characters, Azure’s limit${longest === 128 ? ' on storage accounts' : ''}`
  if (forbidden.test(name)) return 'must not hold < > % & \\ ? /'
  if (reserved.test(name)) return 'can’t start with microsoft, azure or windows, which Azure reserves'
  return undefined
}

/** The tags that Slipway keeps on this account, as its details say. */
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

/** One problem for each name that will not do, or that is there already in another spelling. */
export function tagProblems(names: readonly string[], problemOf: (name: string) => string | undefined): FieldProblem[] {
  const seen = new Set<string>()
  return names.flatMap((name) => {
    const message = problemOf(name) ?? (seen.has(name.toLowerCase()) ? 'appears twice: Azure ignores case' : undefined)
    seen.add(name.toLowerCase())
    return message ? [{ field: `tags.${name}`, message: `The tag “${name}” ${message}` }] : []
  })
}

/** Why nobody gives an account in the cloud a tag of this name, or undefined. */
export function ownTagProblem(name: string): string | undefined {
  const kept = keptNames.get(name.toLowerCase())
  if (kept === undefined) return tagNameProblem(name)
  return Object.hasOwn(words, kept) ? `is managed by Slipway. Change ${words[kept]} instead` : 'is managed by Slipway'
}
const words: Record<string, string> = {
  costCentre: 'the cost centre',
  environment: 'the environment',
  criticality: 'the criticality',
  dataClassification: 'the data classification',
}

interface Tagged {
  kind: string
  tags?: Record<string, string>
}

/** What speaks against these tags of an account. Those it has may be named as they are, and those that Slipway keeps as they will be. */
export function accountTagProblems(account: Tagged, wanted: Record<string, string>, details: Record<string, unknown> = {}): FieldProblem[] {
  const byHand = account.kind === 'manual'
  const problems = tagProblems(Object.keys(wanted), (name) => {
    if (account.tags?.[name] === wanted[name] || (isKeptTag(name) && details[name] === wanted[name])) return undefined
    return byHand ? tagNameProblem(name) : ownTagProblem(name)
  })
  const own = byHand ? 0 : kept.length
  const count = Object.keys(wanted).filter((name) => byHand || !isKeptTag(name)).length
  if (count + own > mostTags)
    problems.push({
      field: 'tags',
      message: `Azure allows ${mostTags} tags${own > 0 ? `, and Slipway keeps ${own}` : ''}. You entered ${count}`,
    })
  return problems
}

/**
 * The tags of an account when these are wanted; those that Slipway keeps stay.
 * @throws invalidRequest for what Azure would refuse, so that nothing is agreed to that cannot be carried out
 */
export function tagsWanted(account: Tagged, wanted: Record<string, string>, details: Record<string, unknown> = {}): Record<string, string> {
  const errors = accountTagProblems(account, wanted, details)
  if (errors.length > 0) throw new Failure('invalidRequest', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
  if (account.kind === 'manual') return wanted
  const only = (tags: Record<string, string>, which: (name: string) => boolean) => Object.entries(tags).filter(([name]) => which(name))
  return Object.fromEntries([...only(account.tags ?? {}, isKeptTag), ...only(wanted, (name) => !isKeptTag(name))])
}
