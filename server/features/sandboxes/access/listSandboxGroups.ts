import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { visibleTo } from '../sandboxes/sandboxRows.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { groupRows, presentGroup } from './groups.ts'
import { suffixOf } from './names.ts'
import { SandboxAccessGroup } from './schemas.ts'

export const listSandboxGroups = operation({
  id: 'listSandboxGroups',
  method: 'GET',
  path: '/sandboxes/{id}/groups',
  tag: 'sandboxes',
  summary: 'List the groups of a sandbox in the template’s order, with your access',
  access: 'signedIn',
  params: SandboxId,
  responses: { 200: Type.Array(SandboxAccessGroup) },
  errors: ['notFound'],
  async handler({ db, actor, params, now }) {
    const sandbox = await db.selectFrom('sandboxes').select('terms').where('id', '=', params.id).where(visibleTo(actor)).executeTakeFirst()
    if (!sandbox) throw new Failure('notFound', 'This sandbox doesn’t exist.')
    const order = sandbox.terms.groups.map(({ suffix }) => suffix)
    const rows = await groupRows(db, actor).where('g.sandbox_id', '=', params.id).orderBy('g.name').execute()
    return rows
      .toSorted((a, b) => order.indexOf(suffixOf(a.name)) - order.indexOf(suffixOf(b.name)))
      .map((row) => presentGroup(actor, row, now()))
  },
})
