import { v7 as uuidv7 } from 'uuid'
import { operation, reply } from '../../../http/operation.ts'
import { requireValidTemplate } from './checkTemplate.ts'
import { columnsOf, loadTemplate } from './queries.ts'
import { NewSandboxTemplate, SandboxTemplate } from './schemas.ts'
import { findGroupsByName, requireGroups } from './visibleGroups.ts'

export const createSandboxTemplate = operation({
  id: 'createSandboxTemplate',
  method: 'POST',
  path: '/sandbox-templates',
  tag: 'sandbox-templates',
  summary: 'Add a sandbox template',
  access: 'admin',
  stepUp: 'privileged',
  body: NewSandboxTemplate,
  responses: { 201: SandboxTemplate },
  errors: ['nameTaken', 'outsideFailed'],
  prepare: (preparation) => findGroupsByName(preparation, preparation.body.visibleTo),
  async handler({ db, actor, body, now, audit, changed }, foundGroups) {
    requireValidTemplate(body)
    await requireGroups(db, body.visibleTo, foundGroups)
    const id = uuidv7()
    await db
      .insertInto('sandbox_templates')
      .values({ id, ...columnsOf(body), created_at: now(), updated_at: now() })
      .execute()
    audit({ subject: { kind: 'sandboxTemplate', id }, after: body })
    await changed('sandboxTemplate', id)
    return reply(201, await loadTemplate(db, actor, id, now()), { location: `/sandbox-templates/${id}` })
  },
})
