import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

interface TowerFacts {
  counts: { families: number; accounts: number }
  /** The number of deleted accounts, deleted families and past requests that keep the name of the tower. */
  history: number
}

export function towerIsEmpty({ counts: { families, accounts }, history }: TowerFacts): Verdict {
  const contents = [
    families > 0 ? `${families} ${families === 1 ? 'family' : 'families'}` : '',
    accounts > 0 ? `${accounts} ${accounts === 1 ? 'account' : 'accounts'}` : '',
  ].filter(Boolean)
  if (contents.length > 0) return `This tower has ${contents.join(' and ')}. Move them to another tower first.`
  return history > 0
    ? `You can’t delete this tower because ${history} past ${history === 1 ? 'request or deleted account refers to' : 'requests or deleted accounts refer to'} it.`
    : true
}

export const onlyAdministrators = 'Only administrators can change towers.'

export function towerCan(actor: Person, tower: TowerFacts): { update: Verdict; delete: Verdict } {
  const adminVerdict: Verdict = actor.admin ? true : onlyAdministrators
  return { update: adminVerdict, delete: adminVerdict === true ? towerIsEmpty(tower) : adminVerdict }
}
