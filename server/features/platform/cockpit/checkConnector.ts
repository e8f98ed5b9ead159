import { Type } from 'typebox'
import { ExternalError } from '../../../clients/externalError.ts'
import { mailService } from '../../../clients/mail/mailErrors.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { loadChannelStates } from './channels.ts'
import { checkService, checks } from './checks.ts'
import { MissingPermissionRecord } from './schemas.ts'

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
  responses: {
    200: Type.Object({
      reachable: Type.Boolean(),
      ms: Type.Integer(),
      code: Type.Union([Type.String(), Type.Null()]),
      message: Type.String(),
      found: Type.Union([Type.String(), Type.Null()], { description: 'Note on the check; null if there is none.' }),
      missing: Type.Union([Type.Array(MissingPermissionRecord), Type.Null()], {
        description: 'Permissions that Slipway lacks; null if the service didn’t report its permissions.',
      }),
    }),
  },
  errors: ['notFound'],
  async prepare({ params: { service }, clients, config, db, now }) {
    const isConfigured =
      clients.watch.snapshot(now().getTime()).has(service) || (service !== mailService && (await loadChannelStates(db, now())).has(service))
    const check = isConfigured && Object.hasOwn(checks, service) ? checks[service] : undefined
    if (!check) throw new Failure('notFound', 'This service isn’t configured, or has no read-only call to check it with.')
    const startedAt = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startedAt)
    try {
      const { found = null, missing } = await checkService(service, check, { clients, config, db, now })
      const missingPermissions = missing?.map(({ name, scope }) => ({ name, scope })) ?? null
      if (!missingPermissions?.length)
        return { reachable: true, ms: elapsedMs(), code: null, message: `${service} responds.`, found, missing: missingPermissions }
      const missingText = missingPermissions.length === 1 ? 'a permission' : `${missingPermissions.length} permissions`
      const message = `${service} responds, but Slipway lacks ${missingText}. Ask an administrator of ${service} to grant the listed permissions.`
      return { reachable: true, ms: elapsedMs(), code: 'missingPermission', message, found, missing: missingPermissions }
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error
      return { reachable: false, ms: elapsedMs(), code: error.code, message: error.message, found: null, missing: null }
    }
  },
  handler: async (_, reply) => reply,
})
