import { sql } from 'kysely'
import { isNotPropagatedYet } from '../../../../clients/arm/notPropagatedYet.ts'
import type { Db } from '../../../../db/database.ts'
import { toUnits } from '../../../../format.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { accountBudgetName } from '../../budgets/desiredBudget.ts'
import { loadBudgetRuns } from '../../budgets/setBudget.ts'
import { mergeChange } from '../../repository/mergeChange.ts'
import { accountOfUpdate } from './accountOfUpdate.ts'
import { handOverGroups } from './handOverGroups.ts'
import type { UpdateInput } from './input.ts'
import { auditUpdated, notifyStuck, publishAccountChange } from './recordEnd.ts'
import { putAccountFile } from './repositoryFile.ts'

const changesFields = ({ change }: UpdateInput, ...fields: string[]) => fields.some((field) => Object.hasOwn(change.after, field))

/** Changes of one account run one after the other. Each sends the account's current state, so the last one wins. */
const waitForEarlierChanges: Step<UpdateInput> = {
  name: 'waitForTurn',
  title: 'Wait for earlier changes',
  async run({ db, input }) {
    const earlierUpdates = await sql<{ reference: string }>`
      select u.reference from account_updates u join work_runs w on w.subject_kind = 'accountUpdate' and w.subject_id = u.id
      where u.account_id = ${input.accountId} and u.kind = 'details' and u.id < ${input.updateId} and w.status in ('queued', 'running', 'waiting')
      order by u.id limit 1`.execute(db)
    const [earlierUpdate] = earlierUpdates.rows
    return earlierUpdate ? new Wait(`${earlierUpdate.reference} runs first.`) : {}
  },
}

const setTags: Step<UpdateInput> = {
  name: 'setTags',
  title: 'Set the tags of the subscription',
  async run({ clients, db, input }) {
    if (!changesFields(input, 'tags', 'costCentre', 'criticality', 'dataClassification')) return {}
    const { scope } = await accountOfUpdate(db, input.accountId)
    const { tags } = await db
      .updateTable('accounts')
      .set({
        tags: sql<string>`coalesce((select jsonb_object_agg(name, value) from jsonb_each(tags) as held (name, value)
            where lower(name) not in ('costcentre', 'environment', 'criticality', 'dataclassification', 'managedby')), '{}')
          || jsonb_build_object('costCentre', cost_centre, 'environment', environment, 'criticality', criticality,
          'dataClassification', data_classification, 'managedBy', 'slipway')`,
      })
      .where('id', '=', input.accountId)
      .returning('tags')
      .executeTakeFirstOrThrow()
    const currentTagNames = new Set(Object.keys(tags).map((name) => name.toLowerCase()))
    const before = (input.change.before.tags ?? {}) as Record<string, string>
    const removedNames = new Set(
      Object.keys(before)
        .map((name) => name.toLowerCase())
        .filter((name) => !currentTagNames.has(name)),
    )
    if (removedNames.size > 0) {
      // Azure deletes a tag by name and value, so the current value in Azure is read first.
      const presentTags = Object.entries(await clients.arm.getTags(scope)).filter(([name]) => removedNames.has(name.toLowerCase()))
      if (presentTags.length > 0) await clients.arm.changeTags(scope, 'Delete', Object.fromEntries(presentTags))
    }
    await clients.arm.mergeTags(scope, tags)
    return {}
  },
}

const setBudget: Step<UpdateInput> = {
  name: 'setBudget',
  title: 'Set the budget and its alerts',
  async run({ clients, db, input, now }) {
    if (!changesFields(input, 'budget')) return {}
    const { scope, budget } = await accountOfUpdate(db, input.accountId)
    try {
      await clients.arm.putBudget(scope, accountBudgetName, {
        amount: toUnits(budget.amount, budget.currency),
        startDate: `${now().toISOString().slice(0, 7)}-01`,
        contactEmails: budget.contacts,
        thresholds: budget.thresholds,
      })
    } catch (error) {
      // Azure doesn't know the new account yet. The separate run of the budget keeps retrying with the recorded budget.
      if (!isNotPropagatedYet(error) || (await loadBudgetRuns(db, [input.accountId])).get(input.accountId) !== 'inProgress') throw error
    }
    return {}
  },
}

const handOver: Step<UpdateInput> = {
  name: 'handOver',
  title: 'Set the owners of the access groups',
  async run({ clients, db, input }) {
    if (!changesFields(input, 'owners')) return {}
    const before = (input.change.before.owners ?? []) as { id: string }[]
    await handOverGroups(
      db,
      clients.graph,
      input.accountId,
      before.map((owner) => owner.id),
    )
    return {}
  },
}

const recordDetails: Step<UpdateInput> = {
  name: 'recordDetails',
  title: 'Record the change in the landing-zone repository',
  async run(context) {
    const { db, input } = context
    const account = await accountOfUpdate(db, input.accountId)
    const facts: Record<string, unknown> = {
      budget: account.budget,
      tags: account.tags,
      costCentre: account.cost_centre,
      criticality: account.criticality,
      dataClassification: account.data_classification,
      owners: await ownerNames(db, account.id),
    }
    const mergeResult = await mergeChange(context, {
      branch: `slipway/${input.reference.toLowerCase()}`,
      title: `Change account ${account.name}`,
      body: `Slipway account change: ${input.reference}`,
      write: (git, branch) =>
        putAccountFile(git, branch, account, {
          reference: input.reference,
          facts: Object.fromEntries(Object.entries(facts).filter(([field]) => changesFields(input, field))),
        }),
    })
    return mergeResult instanceof Wait ? mergeResult : { ...mergeResult }
  },
}

const refreshCmdb: Step<UpdateInput> = {
  name: 'refreshCmdb',
  title: 'Update the configuration database',
  async run({ clients, db, input }) {
    const account = await accountOfUpdate(db, input.accountId)
    const fields = {
      account_id: account.subscriptionId,
      short_description: account.description.slice(0, 160),
      environment: account.environment,
      cost_center: account.cost_centre,
      operational_status: '1',
    }
    const item = await clients.servicenow.createConfigurationItem({ name: account.name, correlationId: account.id, fields })
    await clients.servicenow.updateConfigurationItem(item.sys_id, fields)
    return { configurationItemId: item.sys_id }
  },
}

async function ownerNames(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account_owners as o')
    .innerJoin('people as p', 'p.id', 'o.person_id')
    .select(['p.email', 'p.display_name'])
    .where('o.account_id', '=', accountId)
    .orderBy('o.position')
    .execute()
  return rows.map((row) => row.email ?? row.display_name)
}

export const changeDetails: Workflow<UpdateInput> = {
  kind: 'changeDetails',
  steps: [waitForEarlierChanges, setTags, setBudget, handOver, recordDetails, refreshCmdb],
  async succeeded({ db, input }) {
    await auditUpdated(db, input)
    await publishAccountChange({ db, input })
  },
  failed: notifyStuck,
}
