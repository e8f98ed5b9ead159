import { Type } from 'typebox'
import { mailService } from '../../../clients/mail/mail.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { readWays } from './channels.ts'
import { checkService, checks } from './checks.ts'
import { LackedPermission } from './schemas.ts'

export const checkConnector = operation({
  id: 'checkConnector',
  method: 'POST',
  path: '/cockpit/connectors/{service}/check',
  tag: 'cockpit',
  summary: 'Check now whether an outside service answers, with a read-only call',
  access: 'admin',
  perMinute: 60,
  changesNothing: true,
  params: Type.Object({ service: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
  answers: {
    200: Type.Object({
      answers: Type.Boolean(),
      ms: Type.Integer(),
      code: Type.Union([Type.String(), Type.Null()]),
      message: Type.String(),
      found: Type.Union([Type.String(), Type.Null()], { description: 'Further findings, if the service answered.' }),
      missing: Type.Union([Type.Array(LackedPermission), Type.Null()], {
        description: 'Null if the service didn’t report Slipway’s permissions.',
      }),
    }),
  },
  errors: ['notFound'],
  async prepare({ params: { service }, clients, config, db, now }) {
    const isThere =
      clients.watch.look(now().getTime()).has(service) || (service !== mailService && (await readWays(db, now())).has(service))
    const check = isThere && Object.hasOwn(checks, service) ? checks[service] : undefined
    if (!check) throw new Failure('notFound', 'This service isn’t set up here, or it has no read-only call for a check.')
    const began = performance.now()
    const took = () => Math.round(performance.now() - began)
    try {
      const { found = null, missing } = await checkService(service, check, { clients, config, db, now })
      const lacked = missing?.map(({ name, scope }) => ({ name, scope })) ?? null
      if (!lacked?.length) return { answers: true, ms: took(), code: null, message: `${service} answers.`, found, missing: lacked }
      const lacks = lacked.length === 1 ? 'a permission' : `${lacked.length} permissions`
      const message = `${service} answers, but Slipway lacks ${lacks}. Ask an administrator of ${service} to grant the listed permissions.`
      return { answers: true, ms: took(), code: 'missingPermission', message, found, missing: lacked }
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      return { answers: false, ms: took(), code: error.code, message: error.message, found: null, missing: null }
    }
  },
  handler: async (_, answer) => answer,
})
