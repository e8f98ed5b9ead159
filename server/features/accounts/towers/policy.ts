import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

interface TowerFacts {
  counts: { families: number; accounts: number }
  /** Deleted accounts and past requests keep naming the tower. */
  history: number
}

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

export const onlyAdministrators = 'Only administrators can change towers.'

/** The database also refuses to delete a tower in use. */
export function towerCan(actor: Person, tower: TowerFacts): { update: Verdict; delete: Verdict } {
  const admin: Verdict = actor.admin ? true : onlyAdministrators
  return { update: admin, delete: admin === true ? towerIsEmpty(tower) : admin }
}
