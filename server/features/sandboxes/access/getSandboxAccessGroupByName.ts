import { NameInPath, normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { readWholeGroup } from './readWholeGroup.ts'
import { WholeSandboxGroup } from './schemas.ts'

export const getSandboxAccessGroupByName = operation({
  id: 'getSandboxAccessGroupByName',
  method: 'GET',
  path: '/sandbox-access/groups/byName/{name}',
  tag: 'sandbox-access',
  summary: 'Get a sandbox group by its name, ignoring case',
  access: 'signedIn',
  params: NameInPath,
  answers: { 200: WholeSandboxGroup },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => readWholeGroup(db, actor, { name: normalizeName(params.name) }, now()),
})
