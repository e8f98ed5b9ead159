import type { ReplayChange, ReplaySide } from '../../../db/tables.ts'

/** What changes, as a spreadsheet says it. */
export const changeWords: Record<ReplayChange, string> = {
  approvedAtOnce: 'Approved at once',
  rejectedAtOnce: 'Refused at once',
  nobodyDecides: 'Nobody could decide',
  askedFirst: 'People are asked first',
  moreStages: 'More stages',
  fewerStages: 'Fewer stages',
  otherPeople: 'Other people decide',
  otherTimes: 'Other times',
}

/** “Asked: tower lead, then platform team”. */
export function sideWords({ outcome, because, stages }: ReplaySide): string {
  if (outcome === 'asked') return `Asked: ${stages.join(', then ')}`
  if (outcome === 'nobody') return 'Nobody could decide'
  return `${outcome === 'approved' ? 'Approved' : 'Refused'} at once: ${because ?? ''}`
}
