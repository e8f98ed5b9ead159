import { operation } from '../../../http/operation.ts'
import { loadTemplate } from './queries.ts'
import { SandboxTemplate, TemplateId } from './schemas.ts'

export const getSandboxTemplate = operation({
  id: 'getSandboxTemplate',
  method: 'GET',
  path: '/sandbox-templates/{id}',
  tag: 'sandbox-templates',
  summary: 'Get a sandbox template with its limits, typical cost and capacity',
  access: 'signedIn',
  params: TemplateId,
  responses: { 200: SandboxTemplate },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => loadTemplate(db, actor, params.id, now()),
})
