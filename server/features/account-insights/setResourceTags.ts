import { Type } from 'typebox'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { mostTags } from '../accounts/tagRules.ts'
import { changeInCloud } from './changeInCloud.ts'
import { changeTags } from './changeTags.ts'
import { subscriptionOfId, taggableId } from './resourceId.ts'
import { tagProblems } from './tagRules.ts'

const NullableTags = Type.Unsafe<Record<string, string> | null>({ type: ['object', 'null'], additionalProperties: { type: 'string' } })

const Result = Type.Object({
  resourceId: Type.String(),
  ok: Type.Boolean(),
  unchanged: Type.Boolean({ description: 'It was so already.' }),
  tags: Type.Unsafe<Record<string, string> | null>({ ...NullableTags, description: 'All its tags now; null when that is not known.' }),
  error: Type.Unsafe<{ code: string; message: string } | null>({
    type: ['object', 'null'],
    properties: { code: { type: 'string' }, message: { type: 'string' } },
    required: ['code', 'message'],
  }),
})

export const setResourceTags = operation({
  id: 'setResourceTags',
  method: 'POST',
  path: '/accounts/{id}/setResourceTags',
  tag: 'accounts',
  summary: 'Change the tags of up to 100 resources and resource groups of an account at once',
  description:
    '`merge` adds and changes, `replace` leaves nothing but what is given (the management tag stays), `delete` takes away; there an empty value means whatever value it has. Azure’s rules are checked before anything is sent. Each resource has a result of its own; sending the same again is harmless.',
  access: 'owner',
  params: AccountId,
  body: Type.Object(
    {
      operation: Type.Enum(['merge', 'replace', 'delete']),
      tags: Type.Record(
        Type.String({ pattern: '^[^\\x00-\\x1f]{1,512}$' }),
        Type.String({ maxLength: 256, pattern: '^[^\\x00-\\x1f]*$' }),
        {
          additionalProperties: false,
          maxProperties: mostTags,
          description: 'Each name with its value, by Azure’s rules.',
        },
      ),
      resourceIds: Type.Array(Type.String({ maxLength: 1_500, pattern: taggableId }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'As Azure writes them.',
      }),
    },
    { additionalProperties: false },
  ),
  answers: { 200: Type.Object({ results: Type.Array(Result), changed: Type.Integer(), failed: Type.Integer() }) },
  errors: ['notFound', 'wrongState'],
  // A caller who goes away stops nothing: what has been changed has to stand in the history.
  prepare: (preparation) =>
    changeInCloud(preparation, preparation.params.id, (_, subscriptionId) => {
      const { body, clients } = preparation
      const resourceIds = [...new Map(body.resourceIds.map((id) => [id.toLowerCase(), id])).values()]
      requireInSubscription(resourceIds, subscriptionId)
      requireTags(body, resourceIds)
      return changeTags(clients, { ...body, resourceIds })
    }),
  async handler({ body, allow, audit, changed }, { account, verdict, done }) {
    const subject = { kind: 'account', id: account.id }
    audit({ subject })
    allow(verdict)
    const results = done!
    const touched = results.filter(({ ok, unchanged }) => ok && !unchanged)
    audit({
      subject,
      before: { tags: Object.fromEntries(touched.map(({ resourceId, before }) => [resourceId, before])) },
      after: {
        operation: body.operation,
        tags: Object.fromEntries(touched.map(({ resourceId, tags }) => [resourceId, tags])),
        failed: results.filter(({ ok }) => !ok).map(({ resourceId, error }) => ({ resourceId, code: error?.code })),
      },
    })
    if (touched.length > 0) await changed('accountResources', account.id)
    return {
      results: results.map(({ before: _, ...result }) => result),
      changed: touched.length,
      failed: results.filter(({ ok }) => !ok).length,
    }
  },
})

function requireInSubscription(resourceIds: readonly string[], subscriptionId: string): void {
  const errors = resourceIds.flatMap((id, place) =>
    subscriptionOfId(id)?.toLowerCase() === subscriptionId.toLowerCase()
      ? []
      : [{ field: `resourceIds.${place}`, message: 'belongs to another subscription' }],
  )
  if (errors.length > 0)
    throw new Failure('invalidRequest', 'Only resources of this account’s own subscription can be changed here. Nothing was changed.', {
      errors,
    })
}

function requireTags({ operation, tags }: { operation: string; tags: Record<string, string> }, resourceIds: readonly string[]): void {
  if (operation !== 'replace' && Object.keys(tags).length === 0)
    throw new Failure('invalidRequest', 'Name at least one tag.', { errors: [{ field: 'tags', message: 'name at least one' }] })
  const errors = tagProblems(tags, resourceIds)
  if (errors.length > 0)
    throw new Failure('invalidRequest', `${errors.map(({ message }) => message).join('; ')}. Nothing was changed.`, { errors })
}
