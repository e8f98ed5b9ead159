import type { Person } from '../../access/actor.ts'
import { Failure } from '../../http/errors.ts'
import { conditionsOf, orderOf } from '../../http/listSql.ts'
import { accountList } from '../accounts/list.ts'

/** What a view stands for must be something its list can show: a view that fails when it is opened is worth nothing. @throws invalidFilter, invalidRequest */
export function checkView(actor: Person, view: { filter?: string | null; sort?: string | null }): void {
  const list = accountList(actor)
  if (view.filter) conditionsOf(list, view.filter, undefined)
  if (view.sort) orderOf(list, view.sort)
}

/** Shared with a tower, and with one alone. @throws invalidRequest */
export function checkSharing(sharing: { sharedWith: string; towerId: string | null }): void {
  if ((sharing.sharedWith === 'tower') === (sharing.towerId !== null)) return
  const message = sharing.towerId === null ? 'Say which tower it is shared with' : 'Only a view shared with a tower names one'
  throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'towerId', message }] })
}
