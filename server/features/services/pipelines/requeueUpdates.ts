import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { lockStoppedUpdates, lockUpdatesWithRuns, requeue } from './requeue.ts'

const maxUpdates = 200

export const requeueUpdates = operation({
  id: 'requeueUpdates',
  method: 'PATCH',
  path: '/utils/updates/requeue',
  tag: 'pipelines',
  summary: 'Restart failed account changes',
  description:
    'Restarts the account changes in `updateIds` or, with `all`, every failed one, at most 200 per call; you must set one of them. The failed step is retried. Changes that are in progress or complete aren’t affected, so repeating the call is safe.',
  access: 'admin',
  apiKey: 'pipeline:requeue',
  body: Type.Object(
    {
      updateIds: Type.Optional(
        Type.Array(Uuid, {
          minItems: 1,
          maxItems: maxUpdates,
          uniqueItems: true,
          description: 'IDs of the account changes to restart; set this or `all`.',
        }),
      ),
      all: Type.Optional(Type.Literal(true, { description: 'Restart every failed account change; set this or `updateIds`.' })),
    },
    { additionalProperties: false },
  ),
  responses: {
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
    const { updateIds: requestedIds, all } = body
    // An empty body must never restart everything, so one of the two fields is required.
    if ((requestedIds === undefined) === (all === undefined))
      throw new Failure(
        'invalidRequest',
        'Nothing was restarted. Set updateIds, or send {"all": true} to restart every failed account change.',
        { errors: [{ field: 'updateIds', message: requestedIds ? 'excludes all' : 'is missing' }] },
      )
    const updates = requestedIds ? await lockUpdatesWithRuns(db, requestedIds) : await lockStoppedUpdates(db, maxUpdates + 1)
    const results = []
    for (const update of updates.slice(0, maxUpdates)) {
      const outcome = await requeue({ db, jobs }, update, now())
      results.push({ updateId: update.id, reference: update.reference, ...outcome })
      if (outcome.result === 'restarted') await changed('accountUpdate', update.id)
    }
    const foundIds = new Set(updates.map(({ id }) => id))
    for (const updateId of requestedIds ?? [])
      if (!foundIds.has(updateId))
        results.push({ updateId, reference: null, result: 'notFound' as const, message: 'This account change doesn’t exist.' })
    const restartedIds = results.filter(({ result }) => result === 'restarted').map(({ updateId }) => updateId)
    const [onlyResult] = results
    audit({
      subject:
        results.length === 1 && onlyResult ? { kind: 'accountUpdate', id: onlyResult.updateId } : { kind: 'accountList', id: 'updates' },
      after: { restarted: restartedIds },
    })
    return { restarted: restartedIds.length, results, more: updates.length > maxUpdates }
  },
})
