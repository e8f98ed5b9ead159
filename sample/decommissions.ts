import { seededRandom } from './seededRandom.ts'
import type { Company } from './shapes.ts'
import { stableId } from './stableId.ts'

const day = 86_400_000
/** Days between the revocation of access and the removal of everything else. */
export const graceDays = 7
const restorableDays = 90

export const reasons = [
  'The pilot has ended, and another system replaces it.',
  'The system moved to the shared platform in spring.',
  'The vendor runs the system for us now.',
  'There were no sign-ins for six months, and all owners agree.',
]

export function cancelledOn(accountId: string, today: Date): Date {
  return new Date(today.getTime() - seededRandom(`retired ${accountId}`).int(9, 80) * day)
}

export function decommissions(company: Company, today: Date) {
  const random = seededRandom('retirements')
  const cancelledAccounts = company.accounts
    .filter((account) => account.status === 'decommissioned')
    .map((account) => ({ account, cancelled: cancelledOn(account.id, today) }))
    .sort((left, right) => left.cancelled.getTime() - right.cancelled.getTime())
  const updates = cancelledAccounts.map(({ account, cancelled }, index) => {
    const requestedAt = new Date(cancelled.getTime() - (graceDays + random.int(1, 4)) * day).toISOString()
    return {
      id: stableId(`retirement/${account.id}`),
      reference: `UPD-${requestedAt.slice(0, 4)}-${String(index + 1).padStart(4, '0')}`,
      account_id: account.id,
      kind: 'decommission',
      change: { before: { status: 'active' }, after: { status: 'decommissioned' } },
      reason: random.pick(reasons),
      requester_id: account.ownerIds[0],
      status: 'approved',
      version: 2,
      submitted_at: requestedAt,
      created_at: requestedAt,
      updated_at: requestedAt,
    }
  })
  const records = cancelledAccounts.map(({ account, cancelled }, index) => ({
    update_id: updates[index]!.id,
    account_id: account.id,
    phase: 'gone',
    access: { assignments: [], eligibilities: [] },
    files: [],
    started_at: updates[index]!.submitted_at,
    grace_ends_at: cancelled.toISOString(),
    cancelled_at: cancelled.toISOString(),
    restorable_until: new Date(cancelled.getTime() + restorableDays * day).toISOString(),
  }))
  return { updates, records }
}
