import { type RawBuilder, sql } from 'kysely'
import { decidedBy, isSeatHolder } from '../../../approvals/openSeats.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { ListDefinition } from '../../../http/list.ts'
import type { OwningResource } from '../../accounts/accounts/owningResource.ts'
import { accessRequestKind, sandboxAccessRequestKind } from '../assignments/submit.ts'

const resourceKinds = {
  account: {
    kind: accessRequestKind,
    ofRequest: sql`r.account_id`,
    owned: (personId: string) => sql`select o.account_id from account_owners o where o.person_id = ${personId}`,
  },
  sandbox: {
    kind: sandboxAccessRequestKind,
    ofRequest: sql`r.sandbox_id`,
    owned: (personId: string) => sql`select o.sandbox_id from sandbox_owners o where o.person_id = ${personId}`,
  },
}
type ResourceKind = OwningResource['kind']

const seesAll = ({ admin, auditor }: Person) => admin || auditor

export const requestListFor = (actor: Person, list: ListDefinition): ListDefinition => (seesAll(actor) ? list : { ...list, narrow: true })

/**
 * Lists show people their own requests, requests that concern accounts or sandboxes they own, and requests that they decided or can decide
 * at any stage. Administrators and auditors see all requests. The database applies this rule, so that counts and pages agree.
 */
export async function visibleRequests(
  db: Db,
  actor: Person,
  now: Date,
  resourceKind: ResourceKind = 'account',
): Promise<RawBuilder<boolean>> {
  const { kind, ofRequest, owned } = resourceKinds[resourceKind]
  if (seesAll(actor)) return sql<boolean>`${ofRequest} is not null`
  const { rows } = await sql<{ ids: string[] }>`select array(
      select a.subject_id from approvals a where a.subject_kind = ${kind} and ${isSeatHolder(actor, now)}
      union
      select a.subject_id from ${decidedBy(actor.id)} d
        join approvals a on a.id = d.approval_id and a.subject_kind = ${kind}) as ids`.execute(db)
  return sql<boolean>`${ofRequest} is not null and (r.requester_id = ${actor.id}
    or ${ofRequest} = any (array(${owned(actor.id)}))
    or r.id = any (${rows[0]!.ids}::uuid[]))`
}
