import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { maxTags } from '../accounts/tagRules.ts'
import { changeableSubscription } from './changeableSubscription.ts'
import { subscriptionOfId, taggableId } from './resourceId.ts'
import { presentTagChange, startTagChange, TagChange, tagChangePath } from './tagChange.ts'
import { tagProblems } from './tagRules.ts'
import { waitUntilTagged } from './waitUntilTagged.ts'

export const setResourceTags = operation({
  id: 'setResourceTags',
  method: 'POST',
  path: '/accounts/{id}/setResourceTags',
  tag: 'accounts',
  summary: 'Change the tags of up to 100 resources and resource groups of an account',
  description:
    '`merge` adds and changes tags; `replace` keeps only the tags you send and the management tag; `delete` removes tags, where an empty value matches any value. Each resource has its own result. Returns 200 with the results if the change completes within seconds, and otherwise 202; then `getTagChange` returns them. Repeating the call is safe.',
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
          maxProperties: maxTags,
          description: 'Tag names with their values, within Azure’s rules for tags.',
        },
      ),
      resourceIds: Type.Array(Type.String({ maxLength: 1_500, pattern: taggableId }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'Azure resource IDs.',
      }),
    },
    { additionalProperties: false },
  ),
  responses: { 202: TagChange, 200: TagChange },
  errors: ['notFound', 'wrongState'],
  async handler({ db, jobs, actor, params, body, now, allow, audit }) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    const { account, verdict, subscriptionId } = await changeableSubscription({ db, actor }, params.id)
    allow(verdict)
    const { operation, tags } = body
    const resourceIds = [...new Map(body.resourceIds.map((id) => [id.toLowerCase(), id])).values()]
    requireInSubscription(resourceIds, subscriptionId!)
    requireTags(body, resourceIds)
    const id = await startTagChange({ db, jobs }, { accountId: account.id, personId: actor.id, operation, tags, resourceIds, now: now() })
    audit({ subject, after: { tagChangeId: id, operation, tags, resourceIds } })
    return reply(202, presentTagChange({ id, results: null }), { location: tagChangePath(account.id, id) })
  },
  async afterCommit({ db }, reply) {
    const change = await waitUntilTagged(db, reply)
    return { ...reply, status: change.status === 'done' ? 200 : 202, body: change }
  },
})

function requireInSubscription(resourceIds: readonly string[], subscriptionId: string): void {
  const errors = resourceIds.flatMap((id, index) =>
    subscriptionOfId(id)?.toLowerCase() === subscriptionId.toLowerCase()
      ? []
      : [{ field: `resourceIds.${index}`, message: 'belongs to another subscription' }],
  )
  if (errors.length > 0)
    throw new Failure('invalidRequest', 'You can only change resources of this account’s subscription. Nothing was changed.', {
      errors,
    })
}

function requireTags({ operation, tags }: { operation: string; tags: Record<string, string> }, resourceIds: readonly string[]): void {
  if (operation !== 'replace' && Object.keys(tags).length === 0)
    throw new Failure('invalidRequest', 'Enter at least one tag.', { errors: [{ field: 'tags', message: 'enter at least one' }] })
  const errors = tagProblems(tags, resourceIds)
  if (errors.length > 0)
    throw new Failure('invalidRequest', `${errors.map(({ message }) => message).join('; ')}. Nothing was changed.`, { errors })
}
