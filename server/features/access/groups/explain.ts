import { abilityById } from './abilities.ts'
import type { ListedRow } from './queries.ts'
import type { Need, Question } from './question.ts'

export const tooBroad = 'Allows all changes in the account: far more than you need.'

export interface Reason {
  terms: string[]
  because: string
}

/** A role of at least this breadth allows far more than most people need. */
export const broadFrom = 500
const general = 'everything.manage'

const normalized = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`

export function explain(question: Question, row: ListedRow): Reason[] {
  const held = new Set(row.abilities)
  const lets = ({ terms: asked, oneOf }: Need): Reason[] => {
    const fitting = oneOf.filter((id) => held.has(id)).flatMap((id) => abilityById.get(id) ?? [])
    const max = fitting.sort((one, other) => other.weight - one.weight).slice(0, 2)
    return max.length > 0 ? [{ terms: asked, because: `Allows you to ${max.map((ability) => ability.does).join(' and ')}.` }] : []
  }
  const met = question.needs.flatMap(lets)
  const does = met.length < question.needs.length ? [...met, ...question.needsWithout.flatMap(lets)] : met
  const environments = question.environments
    .filter((each) => each.environment === row.environment)
    .map(({ word }) => ({ terms: [word], because: `The account’s environment is ${row.environment}.` }))
  const sources: [text: string, because: string][] = [
    [row.account_name, `The account is ${row.account_name}.`],
    [row.name, `The group is ${row.name}.`],
    [row.family_name, `Its family is ${row.family_name}.`],
    [row.tower_name, `Its tower is ${row.tower_name}.`],
    [row.description, 'The description matches.'],
    [row.account_description, 'The account’s description matches.'],
  ]
  const explained = new Set([...does, ...environments].flatMap((reason) => reason.terms))
  const names = question.ambiguous.filter((word) => !explained.has(word)).map((word) => ({ word, meant: [word] }))
  const named = [...question.nameTerms, ...names].flatMap(({ word, meant }): Reason[] => {
    const source = sources.find(([text]) => meant.some((each) => normalized(text).includes(` ${each}`)))
    return source ? [{ terms: [word], because: source[1] }] : []
  })
  return merged([...does, ...environments, ...named])
}

function merged(reasons: Reason[]): Reason[] {
  const together = new Map<string, string[]>()
  for (const { terms, because } of reasons) together.set(because, [...new Set([...(together.get(because) ?? []), ...terms])])
  return [...together].map(([because, terms]) => ({ terms: terms, because }))
}

/** Warns about a group that allows far more than the question needs. */
export function tooMuch(question: Question, row: Pick<ListedRow, 'breadth' | 'abilities'>): string | null {
  const asked = question.needs.some(({ oneOf }) => oneOf.includes(general) || oneOf.includes('access.grant'))
  if (asked || question.needs.length === 0 || row.breadth < broadFrom) return null
  return row.abilities.includes('access.grant') ? 'Allows all changes in the account and to its access: far more than you need.' : tooBroad
}
