import { Type } from 'typebox'
import { mailService } from '../../../clients/mail/mailErrors.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { readChannelStates } from './channels.ts'
import { checkService, checks } from './checks.ts'
import { LackedPermission } from './schemas.ts'

export const checkConnector = operation({
  id: 'checkConnector',
  method: 'POST',
  path: '/cockpit/connectors/{service}/check',
  tag: 'cockpit',
  summary: 'Check whether an external service responds, with a read-only call',
  access: 'admin',
  perMinute: 60,
  readOnly: true,
  params: Type.Object({ service: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
  answers: {
    200: Type.Object({
      answers: Type.Boolean(),
      ms: Type.Integer(),
      code: Type.Union([Type.String(), Type.Null()]),
      message: Type.String(),
      found: Type.Union([Type.String(), Type.Null()], { description: 'Further findings, if the service responded.' }),
      missing: Type.Union([Type.Array(LackedPermission), Type.Null()], {
        description: 'Permissions that Slipway lacks; null if the service didn’t report its permissions.',
      }),
    }),
  },
  errors: ['notFound'],
  async prepare({ params: { service }, clients, config, db, now }) {
    const isThere =
      clients.watch.snapshot(now().getTime()).has(service) || (service !== mailService && (await readChannelStates(db, now())).has(service))
    const check = isThere && Object.hasOwn(checks, service) ? checks[service] : undefined
    if (!check) throw new Failure('notFound', 'This service isn’t configured, or has no read-only call to check it with.')
    const startedAt = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startedAt)
    try {
      const { found = null, missing } = await checkService(service, check, { clients, config, db, now })
      const missingPermissions = missing?.map(({ name, scope }) => ({ name, scope })) ?? null
      if (!missingPermissions?.length)
        return { answers: true, ms: elapsedMs(), code: null, message: `${service} answers.`, found, missing: missingPermissions }
      const missingText = missingPermissions.length === 1 ? 'a permission' : `${missingPermissions.length} permissions`
      const message = `${service} responds, but Slipway lacks ${missingText}. Ask an administrator of ${service} to grant the listed permissions.`
      return { answers: true, ms: elapsedMs(), code: 'missingPermission', message, found, missing: missingPermissions }
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      return { answers: false, ms: elapsedMs(), code: error.code, message: error.message, found: null, missing: null }
    }
  },
  handler: async (_, answer) => answer,
})
