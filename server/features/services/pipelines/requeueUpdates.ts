import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { lockStoppedUpdates, lockUpdatesWithRuns, requeue } from './requeue.ts'

const max = 200

export const requeueUpdates = operation({
  id: 'requeueUpdates',
  method: 'PATCH',
  path: '/utils/updates/requeue',
  tag: 'pipelines',
  summary: 'Restart failed account changes',
  description:
    'Restarts the named account changes or, with `all`, every failed one, at most 200 at a time. A request with neither is refused. The failed step is retried; changes that are in progress or complete are not affected, so a repeated call is safe.',
  access: 'admin',
  apiKey: 'pipeline:requeue',
  body: Type.Object(
    {
      updateIds: Type.Optional(
        Type.Array(Uuid, { minItems: 1, maxItems: max, uniqueItems: true, description: 'Account changes to restart, instead of `all`.' }),
      ),
      all: Type.Optional(Type.Literal(true, { description: 'Restart every failed account change.' })),
    },
    { additionalProperties: false },
  ),
  answers: {
    200: Type.Object({
      restarted: Type.Integer(),
      results: Type.Array(
        Type.Object({
          updateId: Uuid,
          reference: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
          result: Type.Enum(['restarted', 'running', 'done', 'notFound', 'notStuck']),
          message: Type.String(),
        }),
      ),
      more: Type.Boolean({ description: 'True if more failed account changes remain; call again.' }),
    }),
  },
  errors: ['wrongState'],
  async handler({ db, jobs, body, now, audit, changed }) {
    const { updateIds: asked, all } = body
    // An empty body must never restart everything, so one of both fields is required.
    if ((asked === undefined) === (all === undefined))
      throw new Failure(
        'invalidRequest',
        'Nothing was restarted. Set updateIds, or send {"all": true} to restart every failed account change.',
        { errors: [{ field: 'updateIds', message: asked ? 'excludes all' : 'is missing' }] },
      )
    const found = asked ? await lockUpdatesWithRuns(db, asked) : await lockStoppedUpdates(db, max + 1)
    const results = []
    for (const update of found.slice(0, max)) {
      const outcome = await requeue({ db, jobs }, update, now())
      results.push({ updateId: update.id, reference: update.reference, ...outcome })
      if (outcome.result === 'restarted') await changed('accountUpdate', update.id)
    }
    const known = new Set(found.map(({ id }) => id))
    for (const updateId of asked ?? [])
      if (!known.has(updateId))
        results.push({ updateId, reference: null, result: 'notFound' as const, message: 'This account change doesn’t exist.' })
    const restarted = results.filter(({ result }) => result === 'restarted').map(({ updateId }) => updateId)
    const [only] = results
    audit({
      subject: results.length === 1 && only ? { kind: 'accountUpdate', id: only.updateId } : { kind: 'accountList', id: 'updates' },
      after: { restarted },
    })
    return { restarted: restarted.length, results, more: found.length > max }
  },
})
