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
 * What a view stands for must be something its list can show to everybody who has it: a view that fails when it is opened is worth nothing.
 * @throws invalidFilter, invalidRequest
 */
export function checkView(actor: Person, view: Content, sharedWith: string): void {
  judge(accountList(actor), view)
  if (sharedWith === 'nobody') return
  try {
    judge(publicAccountList, view)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const message = 'Other people can’t filter or sort by budget or connectivity. Remove that from the view, or don’t share it'
    throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'sharedWith', message }] })
  }
}

function judge(list: ListDefinition, { filter, sort }: Content): void {
  if (filter) conditionsOf(list, filter, undefined)
  if (sort) orderOf(list, sort)
}

/** Shared with a tower, and with one alone. @throws invalidRequest */
export function checkSharing(sharing: { sharedWith: string; towerId: string | null }): void {
  if ((sharing.sharedWith === 'tower') === (sharing.towerId !== null)) return
  const message = sharing.towerId === null ? 'Choose a tower to share with' : 'Choose a tower only for views shared with a tower'
  throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'towerId', message }] })
}
