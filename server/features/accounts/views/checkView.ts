import type { Person } from '../../../auth/actor.ts'
import { Failure } from '../../../errors.ts'
import type { ListDefinition } from '../../../http/list.ts'
import { conditionsOf, orderOf } from '../../../http/listSql.ts'
import { accountList, publicAccountList } from '../accounts/list.ts'

interface Content {
  filter?: string | null
  sort?: string | null
}

/**
 * A view must work for everyone who can open it, so its filters are checked against what these people can see.
 * @throws invalidFilter, invalidRequest
 */
export function checkView(actor: Person, view: Content, sharedWith: string): void {
  checkAgainstList(accountList(actor), view)
  if (sharedWith === 'private') return
  try {
    checkAgainstList(publicAccountList, view)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const message = 'Other people can’t filter or sort by budget or connectivity. Remove these fields from the view, or don’t share it'
    throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'sharedWith', message }] })
  }
}

function checkAgainstList(list: ListDefinition, { filter, sort }: Content): void {
  if (filter) conditionsOf(list, filter, undefined)
  if (sort) orderOf(list, sort)
}

/**
 * A view has a tower if, and only if, it is shared with a tower.
 * @throws invalidRequest
 */
export function checkSharing(sharing: { sharedWith: string; towerId: string | null }): void {
  if ((sharing.sharedWith === 'tower') === (sharing.towerId !== null)) return
  const message = sharing.towerId === null ? 'Choose a tower to share with' : 'Choose a tower only for views shared with a tower'
  throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'towerId', message }] })
}
