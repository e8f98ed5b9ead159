import type { CallResult } from '../../../api/client.ts'

type Gap = CallResult<'listOwnershipGaps'>['items'][number]

export interface SortedGaps {
  proposals: Gap[]
  owned: Gap[]
  /** The number of accounts with a gap in which the reader is only a lead. */
  otherCount: number
}

/** A move of another owner to a different department is shown only on the account’s page. */
export function sortGaps(gaps: readonly Gap[], { id, roles }: Pick<CallResult<'getMe'>, 'id' | 'roles'>): SortedGaps {
  const others = gaps.filter(({ role, reason }) => reason === 'left' && role !== 'proposed' && role !== 'owner')
  return {
    proposals: gaps.filter(({ role }) => role === 'proposed'),
    owned: gaps.filter(({ role, reason, person }) => role === 'owner' && (reason === 'left' || person.id === id)),
    // Administrators get the number of all ownership gaps elsewhere. An account has a gap for each owner who left, and is counted once.
    otherCount: roles.includes('admin') ? 0 : new Set(others.map(({ account }) => account.id)).size,
  }
}
