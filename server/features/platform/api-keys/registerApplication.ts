import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { addCredential } from './addCredential.ts'
import { ApiKey, NewApplication } from './schemas.ts'

export const registerApplication = operation({
  id: 'registerApplication',
  method: 'POST',
  path: '/admin/api-keys/applications',
  tag: 'api-keys',
  summary: 'Register an application that calls Slipway with its own tokens',
  description:
    'Slipway accepts app-only access tokens (client credentials or managed identity) from registered applications only. The application acts as a program with these scopes, never as a person. Needs a step-up sign-in.',
  access: 'admin',
  stepUp: 'always',
  body: NewApplication,
  responses: { 201: ApiKey },
  errors: ['nameTaken', 'conflict', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerId ? [preparation.body.ownerId] : []),
  async handler({ db, actor, body: { clientId, ...machine }, config, now, audit, changed }, foundPeople) {
    if (clientId.toLowerCase() === config.oidc.clientId.toLowerCase()) {
      const message = 'belongs to Slipway. Enter the ID of the application that calls Slipway'
      throw new Failure('invalidRequest', `The client ID ${message}.`, { errors: [{ field: 'clientId', message }] })
    }
    const at = now()
    const proof = { application_id: clientId.toLowerCase(), public_id: null, hash: null }
    const after = await addCredential({ db, config, actor, now: at }, machine, proof, foundPeople)
    audit({ subject: { kind: 'apiKey', id: after.id }, after })
    await changed('apiKey', after.id)
    return reply(201, after)
  },
})
