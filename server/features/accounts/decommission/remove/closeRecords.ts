import { sql } from 'kysely'
import { inTransaction } from '../../../../db/database.ts'
import { updateRow } from '../../../../db/rows.ts'
import type { Step } from '../../../../workflows/workflow.ts'
import { slug } from '../../accounts/slug.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { recordOf } from '../record.ts'
import { changeRepository } from '../repositoryChange.ts'

export const closeConfigurationItem: Step<UpdateInput> = {
  name: 'closeConfigurationItem',
  title: 'Mark the account as Retired in the configuration database',
  async run({ clients, input }) {
    const item = await clients.servicenow.getByCorrelationId(input.accountId)
    if (item && item.operational_status !== '6')
      await clients.servicenow.updateConfigurationItem(item.sys_id, { operational_status: '6', install_status: '7' })
    return {}
  },
}

/** The decommission's record keeps the deleted files for a restore. */
export const removeFromRepository: Step<UpdateInput> = {
  name: 'removeFromRepository',
  title: 'Remove the account from the landing-zone repository',
  async run(context) {
    const { clients, db, input } = context
    const { accountId, updateId, reference } = input
    const { git } = clients
    const { name } = await db.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()
    let { files } = await recordOf(db, updateId)
    if (files.length === 0) {
      const paths = await git.listFiles(`accounts/${slug(name)}`, 'main')
      files = []
      for (const path of paths) {
        const content = await git.getFile(path, 'main')
        if (content !== undefined) files.push({ path, content })
      }
      if (files.length === 0) return {}
      await db
        .updateTable('account_decommissions')
        .set({ files: JSON.stringify(files) })
        .where('update_id', '=', updateId)
        .execute()
    }
    return changeRepository(context, {
      branch: `slipway/${reference.toLowerCase()}`,
      title: `Remove ${name} (${reference})`,
      body: `Decommissioned as ${reference}, approved in Slipway. Its resources are deleted and its subscription is cancelled.`,
      files: files.map(({ path }) => ({ path, content: null })),
    })
  },
}

export const restoreAccess: Step<UpdateInput> = {
  name: 'restoreAccess',
  title: 'Release the account’s address range',
  run: ({ db, input }) =>
    inTransaction(db, async (tx) => {
      const freedRanges = await sql<{ range: string }>`
        update address_ranges set account_id = null, allocated_at = null where account_id = ${input.accountId} returning range::text`.execute(
        tx,
      )
      await updateRow(tx, 'accounts', input.accountId, { network: JSON.stringify({ connectivity: 'none', addressSpaces: [] }) })
      return { freed: freedRanges.rows.map(({ range }) => range) }
    }),
}
