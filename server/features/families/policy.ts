import type { Verdict } from '../../access/access.ts'
import type { Person } from '../../access/actor.ts'

interface FamilyFacts {
  counts: { accounts: number }
  /** Deleted accounts and requests that name it; they keep what they were about. */
  history: number
}

/** Why a family cannot be deleted, naming what it holds; `true` when nothing stands in the way. */
export function familyIsEmpty({ counts: { accounts }, history }: FamilyFacts): Verdict {
  if (accounts > 0) return `It still holds ${accounts} ${accounts === 1 ? 'account' : 'accounts'}. Move them to another family first.`
  return history > 0
    ? `Its history stays: ${history} past ${history === 1 ? 'request or deleted account names' : 'requests or deleted accounts name'} it.`
    : true
}

/** What the actor may do to a family. The database refuses the deletion of one in use whatever this says. */
export function familyCan(actor: Person, family: FamilyFacts): { update: Verdict; delete: Verdict } {
  const admin: Verdict = actor.admin ? true : 'Only administrators change families.'
  return { update: admin, delete: admin === true ? familyIsEmpty(family) : admin }
}
