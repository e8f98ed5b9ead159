import type { CallResult } from '../../../api/client.ts'

type Gap = CallResult<'listOwnershipGaps'>['items'][number]

export interface SortedGaps {
  /** The gaps in which the reader is proposed as an owner. */
  proposals: Gap[]
  /** The gaps in which the reader has to act as an owner. */
  owned: Gap[]
  /** The number of accounts with an ownership gap of which the reader is only a lead. */
  otherCount: number
}

/** Sorts the reader’s ownership gaps. Owners see moves of other owners on the account’s page only. */
export function sortGaps(gaps: readonly Gap[], { id, roles }: Pick<CallResult<'getMe'>, 'id' | 'roles'>): SortedGaps {
  const others = gaps.filter(({ role, reason }) => reason === 'left' && role !== 'proposed' && role !== 'owner')
  return {
    proposals: gaps.filter(({ role }) => role === 'proposed'),
    owned: gaps.filter(({ role, reason, person }) => role === 'owner' && (reason === 'left' || person.id === id)),
    // An administrator gets the number of all ownership gaps instead. An account has one for each owner who left.
    otherCount: roles.includes('admin') ? 0 : new Set(others.map(({ account }) => account.id)).size,
  }
}
