import type { CallResult } from '../../../api/client.ts'
import type { Tone } from '../../../ui/Status.tsx'

export type Health = CallResult<'getAccountHealth'>
export type HealthPart = Health['parts'][number]

export const partTone: Record<HealthPart['state'], Tone> = {
  good: 'ok',
  attention: 'warn',
  bad: 'bad',
  unknown: 'neutral',
  pending: 'info',
}
export const partWord: Record<HealthPart['state'], string> = {
  good: 'Good',
  attention: 'Needs attention',
  bad: 'Poor',
  unknown: 'Unknown',
  pending: 'Not checked yet',
}

export const healthLabels = { title: 'Health score', check: 'Check now', unchecked: 'Not checked yet' } as const

const urgency = ['bad', 'attention', 'unknown', 'pending', 'good']

/** Sorts by state, then by weight. */
export function worstFirst(parts: readonly HealthPart[]): HealthPart[] {
  return [...parts].sort((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state) || b.of - a.of)
}

export function scoreTone(score: number): Tone {
  return score >= 90 ? 'ok' : score >= 75 ? 'warn' : 'bad'
}

/** Accounts with a lower score are listed as needing attention. */
export const attentionBelow = 75

/** Returns a sentence such as `2 parts are bad and 1 needs attention.` */
export function summaryOf(parts: readonly HealthPart[]): string {
  const of = (state: HealthPart['state']) => parts.filter((part) => part.state === state).length
  const [bad, attention, unknown] = [of('bad'), of('attention'), of('unknown')]
  const pending = of('pending')
  if (bad + attention + unknown + pending === 0) return 'No findings.'
  const phrases = [
    bad > 0 && `${bad} ${bad === 1 ? 'component is' : 'components are'} poor`,
    attention > 0 && `${attention} ${attention === 1 ? 'needs' : 'need'} attention`,
    unknown > 0 && `${unknown} ${unknown === 1 ? 'is' : 'are'} unknown`,
    pending > 0 && `${pending} ${pending === 1 ? 'hasn’t' : 'haven’t'} been checked yet`,
  ].filter(Boolean)
  const text = phrases.length > 1 ? `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}` : String(phrases[0])
  // If no part is bad, the first number still needs a noun.
  return `${bad > 0 ? text : text.replace(/^(\d+)/, (count) => `${count} ${count === '1' ? 'component' : 'components'}`)}.`
}

const roleLabels: Record<HealthPart['owner']['role'], string> = {
  owners: 'account owners',
  familyOwner: 'family owner',
  administrators: 'platform administrators',
}

/** Names the person who can act, such as `Daniel Okoro, of its owners`. */
export function responsibleLabel({ role, person }: HealthPart['owner']): string {
  if (!person) return `Responsible: ${roleLabels[role]}`
  return role === 'familyOwner'
    ? `Responsible: ${person.displayName} (family owner)`
    : `Responsible: ${person.displayName} and the other owners`
}
