import { Type } from 'typebox'
import { canAddPeople } from '../../../auth/sameIdentity.ts'
import { inTransaction } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { writeAudit, writeItemFailure } from '../../../http/audit.ts'
import { failureOf } from '../../../http/failures.ts'
import { findPage, ListQuery, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { Uuid } from '../../../people/schemas.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { accountList, existingAccounts } from '../accounts/list.ts'
import { accountRows, lockAccount, presentAccount } from '../accounts/queries.ts'
import type { Account } from '../accounts/schemas.ts'
import { BulkChange, planBulkChange } from './bulkChange.ts'
import { changeAccount } from './changeAccount.ts'
import { changeOwners } from './changeOwners.ts'

const max = 500
const batchSize = 4

const outcomes = ['changed', 'unchanged', 'denied', 'failed'] as const
interface Result {
  account: { id: string; name: string }
  outcome: (typeof outcomes)[number]
  reason?: string
}
const { filter, search } = ListQuery.properties

function invalidField(field: string, message: string): never {
  throw new Failure('invalidRequest', message, { errors: [{ field, message }] })
}

export const bulkUpdateAccounts = operation({
  id: 'bulkUpdateAccounts',
  method: 'POST',
  path: '/accounts/bulk',
  tag: 'accounts',
  summary: 'Change many accounts, with a result for each',
  description: `Select at most ${max} accounts by \`ids\`, or by \`filter\` and \`search\`. Each account is changed separately, so a failure doesn’t stop the others. A dry run returns the results without changing anything. Adding an owner removes owners who have left.`,
  access: 'signedIn',
  stepUp: ({ actor, body }) => (actor.admin && body.change.addOwnerId && !body.dryRun ? 'privileged' : undefined),
  transactions: 'own',
  body: Type.Object(
    {
      ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: max, uniqueItems: true })),
      filter,
      search,
      change: BulkChange,
      dryRun: Type.Optional(Type.Boolean({ default: false })),
    },
    { additionalProperties: false },
  ),
  responses: {
    200: Type.Object({
      dryRun: Type.Boolean(),
      counts: Type.Object({ changed: Type.Integer(), unchanged: Type.Integer(), denied: Type.Integer(), failed: Type.Integer() }),
      results: Type.Array(
        Type.Object({
          account: Type.Object({ id: Uuid, name: Type.String() }),
          outcome: Type.Enum([...outcomes]),
          reason: Type.Optional(Type.String({ description: 'Why it didn’t change.' })),
        }),
      ),
    }),
  },
  errors: ['invalidFilter', 'outsideFailed'],
  prepare: (preparation) => {
    const { addOwnerId } = preparation.body.change
    return fetchUnknownPeople(preparation, addOwnerId ? [addOwnerId] : [])
  },
  async handler(call, foundPeople) {
    const { db, actor, body, config, jobs, now, requestId, audit } = call
    const { ids, change, dryRun = false, ...selection } = body
    if (ids && (selection.filter !== undefined || selection.search !== undefined))
      invalidField('ids', 'Send account IDs or a filter, not both.')
    const canAdd = await inTransaction(db, async (tx) => {
      if (!change.addOwnerId) return true
      await requirePeople(tx, config, 'change.addOwnerId', [change.addOwnerId], foundPeople)
      return canAddPeople(tx, actor, [], [change.addOwnerId], 'make yourself an owner')
    })

    async function findAccountIds(): Promise<string[]> {
      const chosenIds: string[] = []
      for (let page = 1; ; page++) {
        const next = await findPage(db, accountList(actor), { ...selection, page, size: 200 }, existingAccounts)
        if (next.total > max)
          invalidField(
            'filter',
            `${next.totalIsCapped ? `More than ${next.total}` : next.total} accounts match, but the maximum is ${max}. Narrow the filter.`,
          )
        chosenIds.push(...next.ids)
        if (next.ids.length < 200) return chosenIds
      }
    }

    async function changeOne(account: Account): Promise<Result> {
      const subject = { kind: 'account', id: account.id }
      const accountRef = { account: { id: account.id, name: account.name } }
      const auditBase = { actor, operation: 'bulkUpdateAccounts', requestId, subject }
      try {
        return await inTransaction(db, async (tx): Promise<Result> => {
          const before = await lockAccount(tx, actor, account.id)
          const plan = planBulkChange(actor, before, change, canAdd)
          if (plan.outcome !== 'changed') {
            if (plan.outcome === 'denied') await writeAudit(tx, { ...auditBase, outcome: 'denied', reason: plan.reason })
            return { ...accountRef, ...plan }
          }
          const callContext = { db: tx, actor, config, jobs, now }
          let after = plan.details ? await changeAccount(callContext, before, plan.details) : before
          if (plan.ownerIds) after = await changeOwners(callContext, after, plan.ownerIds, [])
          await writeAudit(tx, { ...auditBase, outcome: 'allowed', before, after })
          await publishChange(tx, subject)
          return { ...accountRef, outcome: 'changed' }
        })
      } catch (error) {
        const failure = failureOf(error)
        await writeItemFailure(db, failure, { ...auditBase, outcome: 'failed' })
        return { ...accountRef, outcome: 'failed', reason: failure.message }
      }
    }

    const chosenIds = ids ? [...new Set(ids.map((id) => id.toLowerCase()))] : await findAccountIds()
    const rows = chosenIds.length > 0 ? await accountRows(db).where('accounts.id', 'in', chosenIds).execute() : []
    if (ids && rows.length < chosenIds.length)
      invalidField('ids', 'Some of these accounts no longer exist. Reload the list and select again.')
    const accounts = sortByIds(chosenIds, rows).map((row) => presentAccount(actor, row))
    const results: Result[] = []
    for (let startIndex = 0; startIndex < accounts.length; startIndex += dryRun ? accounts.length : batchSize) {
      const batch = dryRun ? accounts : accounts.slice(startIndex, startIndex + batchSize)
      results.push(
        ...(await Promise.all(
          batch.map((account): Result | Promise<Result> => {
            if (!dryRun) return changeOne(account)
            const plan = planBulkChange(actor, account, change, canAdd)
            return {
              account: { id: account.id, name: account.name },
              outcome: plan.outcome,
              ...('reason' in plan && { reason: plan.reason }),
            }
          }),
        )),
      )
    }
    const count = (outcome: Result['outcome']) => results.filter((each) => each.outcome === outcome).length
    const counts = { changed: count('changed'), unchanged: count('unchanged'), denied: count('denied'), failed: count('failed') }
    audit({ subject: { kind: 'accountList', id: 'accounts' }, after: { change, dryRun, counts } })
    return { dryRun, counts, results }
  },
})
