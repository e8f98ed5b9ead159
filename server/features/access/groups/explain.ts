import { abilityById } from './abilities.ts'
import type { AbilityNeed, AccessQuery } from './accessQuery.ts'
import type { ListedRow } from './queries.ts'

export const tooBroadLabel = 'Allows all changes in the account, which is far more than you need.'

interface MatchReason {
  terms: string[]
  reason: string
}

export const matchReasons = {
  action: (abilities: string[]) => `Allows you to ${abilities.join(' and ')}.`,
  environment: (environment: string) => `The account’s environment is ${environment}.`,
  account: (account: string) => `The account is ${account}.`,
}

/** A role of at least this breadth allows far more than most people need. */
const broadScoreThreshold = 500
const anyAbilityId = 'everything.manage'

const normalized = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`

export function explain(query: AccessQuery, row: ListedRow): MatchReason[] {
  const groupAbilities = new Set(row.abilities)
  const reasonsFor = ({ terms: requiredTerms, oneOf }: AbilityNeed): MatchReason[] => {
    const fittingAbilities = oneOf.filter((id) => groupAbilities.has(id)).flatMap((id) => abilityById.get(id) ?? [])
    const bestAbilities = fittingAbilities.sort((a, b) => b.weight - a.weight).slice(0, 2)
    return bestAbilities.length > 0
      ? [{ terms: requiredTerms, reason: matchReasons.action(bestAbilities.map((ability) => ability.does)) }]
      : []
  }
  const metReasons = query.needs.flatMap(reasonsFor)
  const allReasons = metReasons.length < query.needs.length ? [...metReasons, ...query.needsWithout.flatMap(reasonsFor)] : metReasons
  const environments = query.environments
    .filter((each) => each.environment === row.environment)
    .map(({ word }) => ({ terms: [word], reason: matchReasons.environment(row.environment) }))
  const sources: [text: string, reason: string][] = [
    [row.account_name, matchReasons.account(row.account_name)],
    [row.name, `The group is ${row.name}.`],
    [row.family_name, `Its family is ${row.family_name}.`],
    [row.tower_name, `Its tower is ${row.tower_name}.`],
    [row.description, 'The group’s description matches.'],
    [row.account_description, 'The account’s description matches.'],
  ]
  const explainedTerms = new Set([...allReasons, ...environments].flatMap((reason) => reason.terms))
  const names = query.ambiguous.filter((word) => !explainedTerms.has(word)).map((word) => ({ word, nameCandidates: [word] }))
  const nameReasons = [...query.nameTerms, ...names].flatMap(({ word, nameCandidates }): MatchReason[] => {
    const source = sources.find(([text]) => nameCandidates.some((each) => normalized(text).includes(` ${each}`)))
    return source ? [{ terms: [word], reason: source[1] }] : []
  })
  return mergeReasons([...allReasons, ...environments, ...nameReasons])
}

function mergeReasons(reasons: MatchReason[]): MatchReason[] {
  const termsByReason = new Map<string, string[]>()
  for (const { terms, reason } of reasons) termsByReason.set(reason, [...new Set([...(termsByReason.get(reason) ?? []), ...terms])])
  return [...termsByReason].map(([reason, terms]) => ({ terms, reason }))
}

export function tooBroadWarning(query: AccessQuery, row: Pick<ListedRow, 'breadth' | 'abilities'>): string | null {
  const needsEverything = query.needs.some(({ oneOf }) => oneOf.includes(anyAbilityId) || oneOf.includes('access.grant'))
  if (needsEverything || query.needs.length === 0 || row.breadth < broadScoreThreshold) return null
  return row.abilities.includes('access.grant')
    ? 'Allows all changes in the account, including to access, which is far more than you need.'
    : tooBroadLabel
}
