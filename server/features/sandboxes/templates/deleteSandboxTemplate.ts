import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { fieldsOf, loadTemplate, lockTemplate } from './queries.ts'
import { TemplateId } from './schemas.ts'

export const deleteSandboxTemplate = operation({
  id: 'deleteSandboxTemplate',
  method: 'DELETE',
  path: '/sandbox-templates/{id}',
  tag: 'sandbox-templates',
  summary: 'Delete a template without requests',
  access: 'admin',
  params: TemplateId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'stillInUse', 'versionMismatch'],
  async handler({ db, actor, params, now, ifMatch, audit, changed }) {
    const row = await lockTemplate(db, actor, params.id, 'update')
    ifMatch(row.version)
    const { delete: verdict } = (await loadTemplate(db, actor, params.id, now())).can
    if (verdict !== true) throw new Failure('stillInUse', verdict)
    await db.deleteFrom('sandbox_templates').where('id', '=', params.id).execute()
    audit({ subject: { kind: 'sandboxTemplate', id: params.id }, before: fieldsOf(row) })
    await changed('sandboxTemplate', params.id)
    return null
  },
})
