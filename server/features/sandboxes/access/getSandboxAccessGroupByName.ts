import { NameInPath, normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { loadGroupDetail } from './loadGroupDetail.ts'
import { SandboxGroupDetail } from './schemas.ts'

export const getSandboxAccessGroupByName = operation({
  id: 'getSandboxAccessGroupByName',
  method: 'GET',
  path: '/sandbox-access/groups/byName/{name}',
  tag: 'sandbox-access',
  summary: 'Get a sandbox group by its name, ignoring case',
  access: 'signedIn',
  params: NameInPath,
  responses: { 200: SandboxGroupDetail },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => loadGroupDetail(db, actor, { name: normalizeName(params.name) }, now()),
})
