import { type Static, Type } from 'typebox'
import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { Uuid } from '../../../people/schemas.ts'
import { canDoInAccount, cloudSyncVerdict, stateVerdict } from '../accounts/policy.ts'
import { type Account, type AccountChange, OwnAccountChange } from '../accounts/schemas.ts'
import { accountTagProblems, isManagedTag } from '../accounts/tagRules.ts'

const { costCentre, tags } = OwnAccountChange.properties

export const BulkChange = Type.Object(
  {
    costCentre,
    setTags: tags,
    removeTags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Ignoring case, as Azure does.',
      }),
    ),
    addOwnerId: Type.Optional(Uuid),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type BulkChange = Static<typeof BulkChange>

type BulkPlan =
  | { outcome: 'changed'; details: AccountChange | undefined; ownerIds: string[] | undefined }
  | { outcome: 'unchanged' | 'denied'; reason: string }

/** Azure compares tag names without case, so a new spelling replaces the old one. */
function withTags(before: Record<string, string>, { setTags = {}, removeTags = [] }: BulkChange): Record<string, string> {
  const removedTags = new Set([...Object.keys(setTags), ...removeTags].map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(before).filter(([name]) => !removedTags.has(name.toLowerCase()))), ...setTags }
}

const sortedJson = (tags: Record<string, string>) => JSON.stringify(Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * The preview and the change share this function, so that both have the same result.
 * @param canAdd whether the actor can make the named person an owner of any account
 */
export function planBulkChange(actor: Person, account: Account, change: BulkChange, canAdd: Verdict): BulkPlan {
  for (const action of [...(change.addOwnerId ? (['updateOwners'] as const) : []), 'update' as const]) {
    const roleVerdict = canDoInAccount(actor, action, account)
    const verdict = roleVerdict === true ? stateVerdict(action, account) : roleVerdict
    if (verdict !== true) return { outcome: 'denied', reason: verdict }
  }
  const before = account.tags ?? {}
  const tags = withTags(before, change)
  const managedTag = account.kind === 'manual' ? undefined : change.removeTags?.find(isManagedTag)
  if (managedTag) return { outcome: 'denied', reason: `The tag “${managedTag}” is managed by Slipway.` }
  const [tagProblem] = change.setTags || change.removeTags ? accountTagProblems(account, tags, { ...change }) : []
  if (tagProblem) return { outcome: 'denied', reason: `${tagProblem.message}.` }
  const details: AccountChange = {
    ...(change.costCentre !== undefined && change.costCentre !== account.costCentre && { costCentre: change.costCentre }),
    ...(sortedJson(tags) !== sortedJson(before) && { tags }),
  }
  const newOwner = change.addOwnerId?.toLowerCase()
  const owners = account.owners.filter(({ active }) => active).map(({ id }) => id)
  const addsOwner = newOwner !== undefined && !owners.includes(newOwner)
  if (addsOwner && canAdd !== true) return { outcome: 'denied', reason: canAdd }
  if (addsOwner && owners.length >= accountOwnerLimits.max)
    return { outcome: 'denied', reason: `This account has ${accountOwnerLimits.max} owners, the maximum. Replace an owner instead.` }
  if (addsOwner && owners.length === 0 && account.status === 'active')
    return { outcome: 'denied', reason: 'None of its owners is active, and an account needs two. Add two on the account’s page.' }
  const activityVerdict = Object.keys(details).length > 0 ? cloudSyncVerdict(account) : true
  if (activityVerdict !== true) return { outcome: 'denied', reason: activityVerdict }
  if (Object.keys(details).length === 0 && !addsOwner) return { outcome: 'unchanged', reason: 'No change needed.' }
  return {
    outcome: 'changed',
    details: Object.keys(details).length > 0 ? details : undefined,
    ownerIds: addsOwner ? [...owners, newOwner] : undefined,
  }
}
