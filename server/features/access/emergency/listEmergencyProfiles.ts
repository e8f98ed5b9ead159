import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { readProfiles } from './profiles.ts'
import { EmergencyProfile } from './schemas.ts'

export const listEmergencyProfiles = operation({
  id: 'listEmergencyProfiles',
  method: 'GET',
  path: '/emergency-profiles',
  tag: 'emergency-access',
  summary: 'The ways in for emergencies, by name',
  description: 'Who may take which role where, and for how long at most.',
  access: 'adminOrAuditor',
  answers: { 200: Type.Array(EmergencyProfile) },
  handler: ({ db, actor }) => readProfiles(db, actor),
})
