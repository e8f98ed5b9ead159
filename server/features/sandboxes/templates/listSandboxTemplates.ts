import { Type } from 'typebox'
import { firstOf } from '../../../http/inMemoryList.ts'
import { operation } from '../../../http/operation.ts'
import { loadTemplates, maxTemplates } from './queries.ts'
import { SandboxTemplate } from './schemas.ts'

export const listSandboxTemplates = operation({
  id: 'listSandboxTemplates',
  method: 'GET',
  path: '/sandbox-templates',
  tag: 'sandbox-templates',
  summary: 'List the sandbox templates by name',
  description: `Returns the first ${maxTemplates} templates. If there are more, the header \`x-more\` is true. Includes templates that aren’t currently available, with the reason in \`can\`. Only administrators get hidden templates.`,
  access: 'signedIn',
  responses: { 200: Type.Array(SandboxTemplate) },
  handler: async ({ db, actor, now }) => firstOf(await loadTemplates(db, actor, now()), maxTemplates),
})
