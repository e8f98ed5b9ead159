import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

interface TowerFacts {
  counts: { families: number; accounts: number }
  /** Deleted accounts and requests that name it; they keep what they were about. */
  history: number
}

/** Why a tower cannot be deleted, naming what it holds; `true` when nothing stands in the way. */
export function towerIsEmpty({ counts: { families, accounts }, history }: TowerFacts): Verdict {
  const holds = [
    families > 0 ? `${families} ${families === 1 ? 'family' : 'families'}` : '',
    accounts > 0 ? `${accounts} ${accounts === 1 ? 'account' : 'accounts'}` : '',
  ].filter(Boolean)
  if (holds.length > 0) return `This tower has ${holds.join(' and ')}. Move them to another tower first.`
  return history > 0
    ? `You can’t delete this tower: ${history} past ${history === 1 ? 'request or deleted account names' : 'requests or deleted accounts name'} it.`
    : true
}

/** What the actor may do to a tower. The database refuses the deletion of one in use whatever this says. */
export function towerCan(actor: Person, tower: TowerFacts): { update: Verdict; delete: Verdict } {
  const admin: Verdict = actor.admin ? true : 'Only administrators can change towers.'
  return { update: admin, delete: admin === true ? towerIsEmpty(tower) : admin }
}
