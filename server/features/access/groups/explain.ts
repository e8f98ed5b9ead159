import { abilityById } from './abilities.ts'
import type { ListedRow } from './queries.ts'
import type { AbilityNeed, Question } from './question.ts'

export const tooBroadLabel = 'Allows all changes in the account, which is far more than you need.'

export interface MatchReason {
  terms: string[]
  because: string
}

/** A role of at least this breadth allows far more than most people need. */
export const broadScoreThreshold = 500
const anyAbilityId = 'everything.manage'

const normalized = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`

export function explain(question: Question, row: ListedRow): MatchReason[] {
  const groupAbilities = new Set(row.abilities)
  const reasonsFor = ({ terms: requiredTerms, oneOf }: AbilityNeed): MatchReason[] => {
    const fittingAbilities = oneOf.filter((id) => groupAbilities.has(id)).flatMap((id) => abilityById.get(id) ?? [])
    const max = fittingAbilities.sort((a, b) => b.weight - a.weight).slice(0, 2)
    return max.length > 0 ? [{ terms: requiredTerms, because: `Allows you to ${max.map((ability) => ability.does).join(' and ')}.` }] : []
  }
  const metReasons = question.needs.flatMap(reasonsFor)
  const allReasons = metReasons.length < question.needs.length ? [...metReasons, ...question.needsWithout.flatMap(reasonsFor)] : metReasons
  const environments = question.environments
    .filter((each) => each.environment === row.environment)
    .map(({ word }) => ({ terms: [word], because: `The account’s environment is ${row.environment}.` }))
  const sources: [text: string, because: string][] = [
    [row.account_name, `The account is ${row.account_name}.`],
    [row.name, `The group is ${row.name}.`],
    [row.family_name, `Its family is ${row.family_name}.`],
    [row.tower_name, `Its tower is ${row.tower_name}.`],
    [row.description, 'The group’s description matches.'],
    [row.account_description, 'The account’s description matches.'],
  ]
  const explainedTerms = new Set([...allReasons, ...environments].flatMap((reason) => reason.terms))
  const names = question.ambiguous.filter((word) => !explainedTerms.has(word)).map((word) => ({ word, meant: [word] }))
  const nameReasons = [...question.nameTerms, ...names].flatMap(({ word, meant }): MatchReason[] => {
    const source = sources.find(([text]) => meant.some((each) => normalized(text).includes(` ${each}`)))
    return source ? [{ terms: [word], because: source[1] }] : []
  })
  return mergeReasons([...allReasons, ...environments, ...nameReasons])
}

function mergeReasons(reasons: MatchReason[]): MatchReason[] {
  const termsByReason = new Map<string, string[]>()
  for (const { terms, because: reason } of reasons)
    termsByReason.set(reason, [...new Set([...(termsByReason.get(reason) ?? []), ...terms])])
  return [...termsByReason].map(([reason, terms]) => ({ terms: terms, because: reason }))
}

/** Warns about a group that allows far more than the question requires. */
export function tooMuchReason(question: Question, row: Pick<ListedRow, 'breadth' | 'abilities'>): string | null {
  const requiredTerms = question.needs.some(({ oneOf }) => oneOf.includes(anyAbilityId) || oneOf.includes('access.grant'))
  if (requiredTerms || question.needs.length === 0 || row.breadth < broadScoreThreshold) return null
  return row.abilities.includes('access.grant')
    ? 'Allows all changes in the account, including to access, which is far more than you need.'
    : tooBroadLabel
}
