import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { PersonRef } from '../../../people/schemas.ts'

const maxPeople = 200
const actsAs = ['administrator', 'approver', 'owner'] as const

export const listPeopleWithoutEmployeeNumber = operation({
  id: 'listPeopleWithoutEmployeeNumber',
  method: 'GET',
  path: '/cockpit/unnumbered-people',
  tag: 'cockpit',
  summary: 'List administrators, approvers and owners without an employee number in the directory',
  description: `The employee number links the user accounts of a person, so that people can’t approve their own requests with another one. Returns up to ${maxPeople} people, sorted by name.`,
  access: 'adminOrAuditor',
  responses: {
    200: Type.Object({
      total: Type.Integer(),
      people: Type.Array(Type.Object({ person: PersonRef, actsAs: Type.Array(Type.Enum([...actsAs])) })),
    }),
  },
  async handler({ db }) {
    // Finds people named anywhere in the rules of live policies.
    const idsInJson = (...jsonPaths: string[]) =>
      sql`select jsonb_path_query(p.stages, path::jsonpath) #>> '{}' from approval_policies p, unnest(${jsonPaths}::text[]) path where p.active`
    const { rows } = await sql<{
      id: string
      displayName: string
      email: string | null
      department: string | null
      active: boolean
      actsAs: (typeof actsAs)[number][]
      total: number
    }>`
      with acting (person_id, role) as (
        select id, 'administrator' from people where 'Slipway.Admin' = any (roles)
        union select person_id, 'approver' from tower_leads
        union select person_id, 'approver' from family_owners
        union select person_id, 'approver' from catalogue_item_approvers
        union select person_id, 'approver' from directory_group_members where group_id::text in (${idsInJson('$.**.groupId', '$.**.groupIds[*]', '$.**.fallbackGroupId')})
        union select id, 'approver' from people where id::text in (${idsInJson('$.**.personId', '$.**.personIds[*]')})
        union select s.person_id, 'approver' from stage_approvers s join approvals a on a.id = s.approval_id and a.status = 'pending'
        union select delegate_id, 'approver' from delegations where status = 'live'
        union select o.person_id, 'owner' from account_owners o join accounts a on a.id = o.account_id and a.status not in ('decommissioned', 'deleted')
        union select o.person_id, 'owner' from sandbox_owners o join sandboxes s on s.id = o.sandbox_id and s.status <> 'deleted'
      )
      select p.id, p.display_name as "displayName", p.email, p.department, p.active, array_agg(acting.role order by acting.role) as "actsAs",
        (count(*) over ())::int as total
      from acting join people p on p.id = acting.person_id
      where p.active and coalesce(p.employee_id, '') = ''
      group by p.id order by p.display_name, p.id limit ${maxPeople}`.execute(db)
    return { total: rows[0]?.total ?? 0, people: rows.map(({ actsAs: roles, total: _, ...person }) => ({ person, actsAs: roles })) }
  },
})
