import { Type } from 'typebox'
import { inTransaction } from '../../../db/database.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { countErasure, findPerson } from './erasure.ts'
import { ErasureCounts } from './schemas.ts'

export const previewAuditErasure = operation({
  id: 'previewAuditErasure',
  method: 'GET',
  path: '/audit/erasures/preview',
  tag: 'audit',
  summary: 'Preview the erasure of a person’s data from the audit trail',
  access: 'admin',
  query: Type.Object({ personId: Uuid }, { additionalProperties: false }),
  responses: { 200: ErasureCounts },
  async handler({ db, query }) {
    const personId = query.personId.toLowerCase()
    const { actors, nameActors, ...counts } = await inTransaction(db, (tx) => countErasure(tx, personId))
    return { person: await findPerson(db, personId), ...counts }
  },
})
