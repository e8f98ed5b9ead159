import { Type } from 'typebox'
import { inTransaction } from '../../db/database.ts'
import { operation } from '../../http/operation.ts'
import { Uuid } from '../people/schemas.ts'
import { countTraces, tracesOf } from './erasure.ts'
import { ErasureCounts } from './schemas.ts'

export const previewAuditErasure = operation({
  id: 'previewAuditErasure',
  method: 'GET',
  path: '/audit/erasures/preview',
  tag: 'audit',
  summary: 'What erasing a person from the audit trail would take out',
  access: 'admin',
  query: Type.Object({ personId: Uuid }, { additionalProperties: false }),
  answers: { 200: ErasureCounts },
  async handler({ db, query }) {
    const { email, ...person } = await tracesOf(db, query.personId)
    return { person, ...(await inTransaction(db, (tx) => countTraces(tx, { email, ...person }))) }
  },
})
