import { v7 as uuidv7 } from 'uuid'
import { accountOf, justification } from '../../server/features/access/assignments/access.fixture.ts'
import { groupRow } from '../../server/features/accounts/groups/groups.fixture.ts'
import type { TestApp } from '../app.ts'
import type { Target } from './attack.ts'

export type Permission = Pick<Target, 'grant' | 'revoke'>
type Account = TestApp['company']['accounts'][number]

export const ownership = ({ db }: TestApp, account: Account): Permission => ({
  grant: async (person_id) =>
    void (await db.insertInto('account_owners').values({ account_id: account.id, person_id, position: 9 }).execute()),
  revoke: async (personId) =>
    void (await db.deleteFrom('account_owners').where('account_id', '=', account.id).where('person_id', '=', personId).execute()),
})

export function ownerOfOtherAccount({ company }: TestApp, account: Account): string {
  const leads = company.towers.find(({ id }) => id === account.towerId)!.leadIds
  const owners = company.accounts
    .filter(({ towerId, status }) => towerId !== account.towerId && status === 'active')
    .flatMap((each) => each.ownerIds)
  const isUninvolved = (id: string) => !account.ownerIds.includes(id) && !leads.includes(id)
  return company.people.find(({ id, enabled, appRoles }) => owners.includes(id) && isUninvolved(id) && enabled && appRoles.length === 0)!.id
}

/** Gives and removes the administrator role. The simulated directory doesn’t know these people, so its last sync is set to now. */
export function administration({ db }: TestApp): Permission {
  const set = (roles: string[]) => async (personId: string) => {
    const now = new Date()
    await db.updateTable('directory_cursors').set({ updated_at: now }).where('name', '=', 'appRoles').execute()
    await db.updateTable('people').set({ roles }).where('id', '=', personId).execute()
  }
  return { grant: set(['Slipway.Admin']), revoke: set([]) }
}

const dayMs = 86_400_000
export const inDays = (days: number) => new Date(Date.now() + days * dayMs)

const usedByApp = new WeakMap<TestApp, number>()
export const accountNumber = (app: TestApp) => usedByApp.get(app)!
export async function pickAccount(app: TestApp) {
  usedByApp.set(app, (usedByApp.get(app) ?? -1) + 1)
  const account = accountOf(app, accountNumber(app))
  const [readers, contributors] = await Promise.all(
    ['readers', 'contributors'].map((suffix) => groupRow(app, `az-${account.name}-${suffix}`)),
  )
  const [beneficiary, owner] = [app.persona('Priya').id, app.persona('Daniel').id]
  return {
    account,
    readers: readers!,
    contributors: contributors!,
    beneficiaryId: beneficiary,
    owner,
    otherApproverId: ownerOfOtherAccount(app, account),
  }
}

export async function membership({ db }: TestApp, groupId: string, personId: string, grantedBy: string): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('group_assignments')
    .values({
      id,
      group_id: groupId,
      person_id: personId,
      via: 'admin',
      granted_by: grantedBy,
      reason: justification,
      starts_at: new Date(),
      ends_at: inDays(1),
      status: 'active',
    })
    .execute()
  return id
}

export const administrator = 'administrators answer for the access to every account'
/** Exempts the requester and the second account, because the action doesn’t grant access and therefore has no beneficiary. */
export const withoutBeneficiary = (explanation: string) => ({ requester: explanation, secondAccount: explanation, administrator })
