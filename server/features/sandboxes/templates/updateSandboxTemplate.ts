import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireValidTemplate } from './checkTemplate.ts'
import { columnsOf, fieldsOf, isRequested, loadTemplate, lockTemplate } from './queries.ts'
import { SandboxTemplate, SandboxTemplateChange, TemplateId } from './schemas.ts'
import { findGroupsByName, requireGroups } from './visibleGroups.ts'

export const updateSandboxTemplate = operation({
  id: 'updateSandboxTemplate',
  method: 'PATCH',
  path: '/sandbox-templates/{id}',
  tag: 'sandbox-templates',
  summary: 'Change a sandbox template',
  description: 'Existing sandboxes keep their approved terms.',
  access: 'admin',
  stepUp: 'privileged',
  params: TemplateId,
  body: SandboxTemplateChange,
  responses: { 200: SandboxTemplate },
  errors: ['notFound', 'nameTaken', 'conflict', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => findGroupsByName(preparation, preparation.body.visibleTo ?? []),
  async handler({ db, actor, params, body, now, ifMatch, audit, changed }, foundGroups) {
    const row = await lockTemplate(db, actor, params.id, 'update')
    ifMatch(row.version)
    const before = fieldsOf(row)
    const after = { ...before, ...body }
    if (after.currency !== before.currency && (await isRequested(db, params.id)))
      throw new Failure('conflict', 'You can’t change the currency because requests use it. Create another template instead.')
    requireValidTemplate(after)
    if (body.visibleTo) await requireGroups(db, body.visibleTo, foundGroups)
    await updateRow(db, 'sandbox_templates', params.id, { ...columnsOf(after), ...nextVersion(now()) })
    audit({ subject: { kind: 'sandboxTemplate', id: params.id }, before, after })
    await changed('sandboxTemplate', params.id)
    return loadTemplate(db, actor, params.id, now())
  },
})
