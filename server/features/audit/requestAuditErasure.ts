import { Type } from 'typebox'
import { requireStepUp } from '../../access/stepUp.ts'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { Uuid } from '../people/schemas.ts'
import { eraseTraces, tracesOf } from './erasure.ts'
import { auditCan } from './policy.ts'

const Body = Type.Object(
  {
    personId: Uuid,
    reason: Type.String({ minLength: 10, maxLength: 1_000, description: 'On what ground: it stays in the trail for ever.' }),
    alsoByName: Type.Optional(Type.Boolean({ description: 'Also content that only holds their name, which others may have too.' })),
  },
  { additionalProperties: false },
)

export const eraseAuditPersonalData = operation({
  id: 'eraseAuditPersonalData',
  method: 'POST',
  path: '/audit/erasures',
  tag: 'audit',
  summary: 'Erase a person from the audit trail; the chain still holds, and it stays on record who ordered it and why',
  description:
    'After a fresh strong sign-in. Takes out who they are where they did something, that it was about them, and the content that names them. It cannot be taken back.',
  access: 'admin',
  body: Body,
  answers: {
    200: Type.Object({
      who: Type.Integer(),
      subject: Type.Integer(),
      what: Type.Integer(),
      digest: Type.String({ description: 'SHA-256 of what was taken out: `event part` lines, sorted.' }),
    }),
  },
  errors: ['stepUpNeeded', 'conflict'],
  async handler({ db, actor, body, requestId, now, allow, audit, changed }) {
    const { personId, reason, alsoByName = false } = body
    const subject = { kind: 'person', id: personId }
    audit({ subject })
    allow(auditCan(actor).erase)
    requireStepUp(actor, now())
    if (personId === actor.id)
      throw new Failure('conflict', 'Nobody erases traces of their own. Ask another administrator; nothing was changed.')
    const erased = await eraseTraces(db, await tracesOf(db, personId), { requestId, alsoByName })
    if (erased.who + erased.subject + erased.what === 0)
      throw new Failure('conflict', 'The audit trail holds nothing of them that could be erased. Nothing was changed.')
    audit({ subject, after: { reason, ...erased } })
    await changed('auditVerification', personId)
    return erased
  },
})
