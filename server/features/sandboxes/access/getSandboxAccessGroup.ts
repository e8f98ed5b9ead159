import { operation } from '../../../http/operation.ts'
import { readWholeGroup } from './readWholeGroup.ts'
import { SandboxGroupId, WholeSandboxGroup } from './schemas.ts'

export const getSandboxAccessGroup = operation({
  id: 'getSandboxAccessGroup',
  method: 'GET',
  path: '/sandbox-access/groups/{groupId}',
  tag: 'sandbox-access',
  summary: 'Get a sandbox group with its roles, approvers and your access',
  description: 'Only members of the sandbox, administrators and auditors get the members.',
  access: 'signedIn',
  params: SandboxGroupId,
  answers: { 200: WholeSandboxGroup },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => readWholeGroup(db, actor, { id: params.groupId }, now()),
})
