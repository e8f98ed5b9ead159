import { Type } from 'typebox'
import { isStrong } from '../../../auth/stepUp.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp, User } from '../../../people/schemas.ts'

export const getMe = operation({
  id: 'getMe',
  method: 'GET',
  path: '/me',
  tag: 'session',
  summary: 'Get the signed-in person',
  access: 'signedIn',
  responses: {
    200: Type.Object({
      ...User.properties,
      roles: Type.Array(Type.String()),
      credential: Type.String(),
      strongUntil: Type.Union([Timestamp, Type.Null()], {
        description: 'Until then, no call needs another sign-in with multi-factor authentication.',
      }),
      azurePortal: Type.String({ description: 'Base URL of the Azure portal, for links.' }),
      segments: Type.Object(
        { incidentService: Type.String(), deploymentTool: Type.String() },
        { description: 'Path segments under which the incident service and the deployment tool are available.' },
      ),
    }),
  },
  async handler({ db, actor, config, now }) {
    const row = await db.selectFrom('people').selectAll().where('id', '=', actor.id).executeTakeFirstOrThrow()
    return {
      id: row.id,
      displayName: row.display_name,
      email: row.email,
      department: row.department,
      jobTitle: row.job_title,
      active: row.active,
      roles: [...(actor.admin ? ['admin'] : []), ...(actor.auditor ? ['auditor'] : [])],
      credential: actor.credential.split(':')[0] ?? '',
      strongUntil: isStrong(actor, now()) ? actor.strongUntil!.toISOString() : null,
      azurePortal: config.azurePortal,
      segments: config.segments,
    }
  },
})
