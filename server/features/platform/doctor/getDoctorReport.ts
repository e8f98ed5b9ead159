import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadReport } from './queries.ts'
import { DoctorReport } from './schemas.ts'

export const getDoctorReport = operation({
  id: 'getDoctorReport',
  method: 'GET',
  path: '/cockpit/doctor',
  tag: 'cockpit',
  summary: 'Get the last check of database, sign-in and permissions in external systems',
  description: 'Slipway makes this check once a day. `runDoctor` makes it now.',
  access: 'admin',
  responses: {
    200: Type.Object({ report: Type.Union([DoctorReport, Type.Null()], { description: 'Null before the first check.' }) }),
  },
  handler: async ({ db }) => ({ report: (await loadReport(db)) ?? null }),
})
