import type { CallResult } from '../../../api/client.ts'
import type { Tone } from '../../../ui/Status.tsx'

export type Health = CallResult<'getAccountHealth'>
export type HealthPart = Health['parts'][number]

export const partTone: Record<HealthPart['state'], Tone> = {
  good: 'ok',
  attention: 'warn',
  bad: 'bad',
  unknown: 'neutral',
  pending: 'neutral',
}
export const partStateLabels: Record<HealthPart['state'], string> = {
  good: 'Good',
  attention: 'Needs attention',
  bad: 'Poor',
  unknown: 'Not assessed',
  pending: 'Not assessed yet',
}

export const healthLabels = { title: 'Health score', health: 'Health', check: 'Check now', unchecked: 'Not assessed yet' } as const

const urgency = ['bad', 'attention', 'unknown', 'pending', 'good']

export function worstFirst(parts: readonly HealthPart[]): HealthPart[] {
  return [...parts].sort((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state) || b.of - a.of)
}

export interface Score {
  score: number
  /** The number of points, of 100, that could be assessed. */
  known: number
}

/** A score is good only if all of its points are known. */
export function scoreTone({ score, known }: Score): Tone {
  if (score < attentionBelow) return 'bad'
  if (score < 90) return 'warn'
  return known === 100 ? 'ok' : 'neutral'
}

/** Names the band of a score, as in the estate. */
export function healthBand({ score, known }: Score): string {
  if (score < attentionBelow) return partStateLabels.bad
  if (score < 90) return partStateLabels.attention
  return describeSoFar(partStateLabels.good, known)
}

const describeSoFar = (text: string, known: number): string => (known === 100 ? text : `${text} so far`)

/** Formats a score: `74%` or, if some components could not be assessed, `74% so far`. */
export const describeScore = ({ score, known }: Score): string => describeSoFar(`${score}%`, known)

/** Formats the points of a score: `59 of 65 points`. */
export const describePoints = ({ score, known }: Score): string => `${Math.round((score * known) / 100)} of ${known} points`

export const attentionBelow = 75

export function summaryOf(parts: readonly HealthPart[]): string {
  const countIn = (...states: HealthPart['state'][]) => parts.filter((part) => states.includes(part.state)).length
  const [bad, attention, unassessed] = [countIn('bad'), countIn('attention'), countIn('unknown', 'pending')]
  if (bad + attention + unassessed === 0) return 'No findings.'
  const phrases = [
    bad > 0 && `${bad} ${bad === 1 ? 'component is' : 'components are'} poor`,
    attention > 0 && `${attention} ${attention === 1 ? 'needs' : 'need'} attention`,
    unassessed > 0 && `${unassessed} ${unassessed === 1 ? 'isn’t' : 'aren’t'} assessed yet`,
  ].filter(Boolean)
  const text = phrases.length > 1 ? `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}` : String(phrases[0])
  return `${bad > 0 ? text : text.replace(/^(\d+)/, (count) => `${count} ${count === '1' ? 'component' : 'components'}`)}.`
}

const roleLabels: Record<HealthPart['owner']['role'], string> = {
  owners: 'account owners',
  familyOwner: 'family owner',
  administrators: 'platform administrators',
}

export function responsibleLabel({ role, person }: HealthPart['owner'], me: string | undefined): string {
  if (!person) return `Responsible: ${roleLabels[role]}`
  const name = person.id === me ? 'you' : person.displayName
  return role === 'familyOwner' ? `Responsible: ${name} (family owner)` : `Responsible: ${name} and the other owners`
}
