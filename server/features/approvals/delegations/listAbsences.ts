import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { readAbsences } from './absences.ts'
import { AbsenceOverview } from './schemas.ts'

export const listAbsences = operation({
  id: 'listAbsences',
  method: 'GET',
  path: '/delegations/absences',
  tag: 'delegations',
  summary: 'Who is away, by their own word, an administrator’s or their calendar, who stands in, and what waits for each',
  description: 'Whoever nobody stands in for comes first, then where most waits; what is planned last.',
  access: 'adminOrAuditor',
  answers: { 200: Type.Object({ items: Type.Array(AbsenceOverview, { description: 'At most 200.' }), total: Type.Integer(), can: Can }) },
  async handler({ db, actor, now }) {
    const nameSomebody = actor.admin ? (true as const) : 'Only administrators name somebody for others.'
    return { ...(await readAbsences(db, actor, now())), can: { nameSomebody } }
  },
})
