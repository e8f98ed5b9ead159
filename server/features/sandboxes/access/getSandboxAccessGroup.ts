import { operation } from '../../../http/operation.ts'
import { loadGroupDetail } from './loadGroupDetail.ts'
import { SandboxGroupDetail, SandboxGroupId } from './schemas.ts'

export const getSandboxAccessGroup = operation({
  id: 'getSandboxAccessGroup',
  method: 'GET',
  path: '/sandbox-access/groups/{groupId}',
  tag: 'sandbox-access',
  summary: 'Get a sandbox group with its roles, approvers and your access',
  description: 'Only members of the sandbox, administrators and auditors get the members.',
  access: 'signedIn',
  params: SandboxGroupId,
  responses: { 200: SandboxGroupDetail },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => loadGroupDetail(db, actor, { id: params.groupId }, now()),
})
