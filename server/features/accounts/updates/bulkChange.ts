import { type Static, Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { Uuid } from '../../../people/schemas.ts'
import { canDoInAccount, cloudFollows, stateAllows } from '../accounts/policy.ts'
import { type Account, type AccountChange, OwnAccountChange } from '../accounts/schemas.ts'
import { accountTagProblems, isKeptTag } from '../accounts/tagRules.ts'

const { costCentre, tags } = OwnAccountChange.properties
const maxOwners = 10

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

export type BulkPlan =
  | { outcome: 'changed'; details: AccountChange | undefined; ownerIds: string[] | undefined }
  | { outcome: 'unchanged' | 'refused'; reason: string }

/** Azure compares tag names without case, so a new spelling replaces the old one. */
function tagged(before: Record<string, string>, { setTags = {}, removeTags = [] }: BulkChange): Record<string, string> {
  const gone = new Set([...Object.keys(setTags), ...removeTags].map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(before).filter(([name]) => !gone.has(name.toLowerCase()))), ...setTags }
}

const sorted = (tags: Record<string, string>) => JSON.stringify(Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1)))

/** The preview and the change share this function. @param canAdd whether the actor can make the named person an owner of any account */
export function planBulkChange(actor: Person, account: Account, change: BulkChange, canAdd: Verdict): BulkPlan {
  for (const action of [...(change.addOwnerId ? (['updateOwners'] as const) : []), 'update' as const]) {
    const who = canDoInAccount(actor, action, account)
    const verdict = who === true ? stateAllows(action, account) : who
    if (verdict !== true) return { outcome: 'refused', reason: verdict }
  }
  const before = account.tags ?? {}
  const tags = tagged(before, change)
  const kept = account.kind === 'manual' ? undefined : change.removeTags?.find(isKeptTag)
  if (kept) return { outcome: 'refused', reason: `The tag “${kept}” is managed by Slipway.` }
  const [wrong] = change.setTags || change.removeTags ? accountTagProblems(account, tags, { ...change }) : []
  if (wrong) return { outcome: 'refused', reason: `${wrong.message}.` }
  const details: AccountChange = {
    ...(change.costCentre !== undefined && change.costCentre !== account.costCentre && { costCentre: change.costCentre }),
    ...(sorted(tags) !== sorted(before) && { tags }),
  }
  const newOwner = change.addOwnerId?.toLowerCase()
  const owners = account.owners.filter(({ active }) => active).map(({ id }) => id)
  const adds = newOwner !== undefined && !owners.includes(newOwner)
  if (adds && canAdd !== true) return { outcome: 'refused', reason: canAdd }
  if (adds && owners.length >= maxOwners)
    return { outcome: 'refused', reason: `This account has ${maxOwners} owners, the maximum. Replace one of them.` }
  if (adds && owners.length === 0 && account.status === 'active')
    return { outcome: 'refused', reason: 'None of its owners is active, and an account needs two. Add both on its page.' }
  const follows = Object.keys(details).length > 0 ? cloudFollows(account) : true
  if (follows !== true) return { outcome: 'refused', reason: follows }
  if (Object.keys(details).length === 0 && !adds) return { outcome: 'unchanged', reason: 'No change needed.' }
  return {
    outcome: 'changed',
    details: Object.keys(details).length > 0 ? details : undefined,
    ownerIds: adds ? [...owners, newOwner] : undefined,
  }
}
