import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../app.ts'
import { accessAttacks } from './access.attacks.ts'
import { approvalAttacks } from './approvals.attacks.ts'
import type { Adversary, Attack, Target } from './attack.ts'
import { sandboxAttacks } from './sandboxes.attacks.ts'
import { createLinkedUser, deniedEvents, newPerson, openWorld, signedIn, signInAs, type World } from './world.ts'

const reading = [
  'decideAccountApproval',
  'approveAccountUpdate',
  'decideAccessRequest',
  'reviewSandboxRequest',
  'decideSandboxAccessRequest',
]
/** Decisions on policies are left out, because administrators can read all policies. */
const decisions = [...approvalAttacks, ...accessAttacks, ...sandboxAttacks].filter(
  ({ operation, allowed }) => reading.includes(operation) && !allowed?.administrator,
)

const outsiders: Adversary[] = [
  'formerSeat',
  'roleRevoked',
  'formerAdministrator',
  'deputy',
  'machine',
  'appOnlyToken',
  'signedOut',
  'disabled',
]

const pages: Record<string, (id: string, accountId: string | null) => string> = {
  accountRequest: (id) => `/account-requests/${id}`,
  accountUpdate: (id, accountId) => `/accounts/${accountId}/updates/${id}`,
  accessRequest: (id) => `/account-access/access-requests/${id}`,
  sandboxRequest: (id) => `/sandbox-requests/${id}`,
  sandboxAccessRequest: (id) => `/sandbox-access/requests/${id}`,
}

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  world = await openWorld(app)
})
afterAll(async () => {
  await world.close()
  await app.close()
})

async function addressesOf(target: Target): Promise<string[]> {
  const paths = [target.call, ...(target.others ?? [])].map(({ path }) => path)
  const id = paths.map((path) => /^\/account-approvals\/([0-9a-f-]{36})$/.exec(path)?.[1]).find(Boolean)
  const { subject_kind, subject_id, account_id } = await app.db
    .selectFrom('approvals')
    .select(['subject_kind', 'subject_id', 'account_id'])
    .where('id', '=', id!)
    .executeTakeFirstOrThrow()
  const page = pages[subject_kind]?.(subject_id, account_id)
  return [`/account-approvals/${id}`, `/audit/activity?kind=${subject_kind}&id=${subject_id}`, ...(page ? [page] : [])]
}

const statuses = (caller: Caller, addresses: string[]) => Promise.all(addresses.map(async (address) => (await caller.get(address)).status))

describe.each(decisions.map((attack): [string, Attack] => [attack.operation, attack]))(
  'the subject of %s',
  (operation, { prepare, allowed = {} }) => {
    let target: Target
    let addresses: string[]
    beforeAll(async () => {
      target = await prepare(app)
      addresses = await addressesOf(target)
    })

    async function cannotRead(caller: Caller): Promise<void> {
      expect((await statuses(caller, addresses)).filter((status) => ![403, 404].includes(status))).toEqual([])
    }

    it.each(outsiders.filter((kind) => !(kind in allowed)))('can’t be read by %s, on either replica', async (kind) => {
      const { caller, undo } = await signInAs(kind, world, target)
      const events = await deniedEvents(app)
      const responses = [...(await statuses(caller, addresses)), ...(await statuses(caller.on(world.replica), addresses))]
      expect(responses.filter((status) => ![401, 403, 404].includes(status))).toEqual([])
      if (!['appOnlyToken', 'signedOut', 'disabled'].includes(kind)) expect(await deniedEvents(app)).toBeGreaterThan(events)
      await undo()
    })

    it('can’t be read with a second user account of the requester, which has no seat', async () => {
      const id = await createLinkedUser(app, target.beneficiaryId)
      // Owners of the account are approvers here, and can see everything that is requested for it.
      if (operation === 'decideAccessRequest') return void (await cannotRead(await signedIn(app, id)))
      await target.grant(id)
      await cannotRead(await signedIn(app, id))
      await target.revoke(id)
    })

    it('can be read with a seat, until the seat is lost', async () => {
      const id = await newPerson(app)
      await target.grant(id)
      const caller = await signedIn(app, id)
      expect(new Set(await statuses(caller, addresses))).toEqual(new Set([200]))
      await target.revoke(id)
      await cannotRead(caller)
    })

    // The account's owners decide the only stage of an access request, so owners of another account can't read it.
    it(
      operation === 'decideAccessRequest' ? 'cannot be read by owners of another account' : 'can be read after voting in an earlier stage',
      async () => {
        const caller = await signedIn(app, target.otherApproverId)
        if (operation === 'decideAccessRequest') await cannotRead(caller)
        else expect(new Set(await statuses(caller, addresses))).toEqual(new Set([200]))
      },
    )
  },
)
