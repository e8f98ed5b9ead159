import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { loadAbsences } from './absences.ts'
import { AbsenceOverview } from './schemas.ts'

export const listAbsences = operation({
  id: 'listAbsences',
  method: 'GET',
  path: '/delegations/absences',
  tag: 'delegations',
  summary: 'List absences with their source, delegate and pending decisions',
  description: 'Sorted: people without a delegate first, then by number of pending decisions; planned absences last.',
  access: 'adminOrAuditor',
  responses: {
    200: Type.Object({ items: Type.Array(AbsenceOverview, { description: 'Absences; at most 200.' }), total: Type.Integer(), can: Can }),
  },
  async handler({ db, actor, now }) {
    const canSetForOthers = actor.admin ? (true as const) : 'Only administrators can set a delegation for others.'
    return { ...(await loadAbsences(db, actor, now())), can: { nameSomebody: canSetForOthers } }
  },
})
