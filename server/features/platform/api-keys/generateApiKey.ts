import { mintKey } from '../../../auth/keys.ts'
import { operation, reply } from '../../../http/operation.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { addCredential } from './addCredential.ts'
import { GeneratedApiKey, NewApiKey } from './schemas.ts'

export const generateApiKey = operation({
  id: 'generateApiKey',
  method: 'POST',
  path: '/admin/api-keys/generate',
  tag: 'api-keys',
  summary: 'Generate an API key',
  description:
    'Programs send the key in the header x-api-key. The key is shown only once, because Slipway stores a keyed hash; a repeated Idempotency-Key returns 409. Needs a step-up sign-in.',
  access: 'admin',
  stepUp: 'always',
  body: NewApiKey,
  responses: { 201: GeneratedApiKey },
  errors: ['nameTaken', 'outsideFailed'],
  shownOnceMessage:
    'This API key was already generated and can’t be shown again. If you don’t have it, revoke it and generate another with a new Idempotency-Key.',
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerId ? [preparation.body.ownerId] : []),
  async handler({ db, actor, body, config, now, audit, changed }, foundPeople) {
    const at = now()
    const { key, publicId, hash } = mintKey('slw', config.keySecret)
    const after = await addCredential({ db, config, actor, now: at }, body, { public_id: publicId, hash }, foundPeople)
    audit({ subject: { kind: 'apiKey', id: after.id }, after })
    await changed('apiKey', after.id)
    return reply(201, { ...after, key }, { 'cache-control': 'no-store' })
  },
})
