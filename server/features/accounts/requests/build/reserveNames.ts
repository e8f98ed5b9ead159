import { sql } from 'kysely'
import { NonRetryableError, type Step } from '../../../../workflows/workflow.ts'
import { regionName } from '../../accounts/regionNames.ts'
import type { BuildInput } from './input.ts'

/** The account's row already reserves the name. */
export const reserveNames: Step<BuildInput> = {
  name: 'reserveNames',
  title: 'Reserve the name and the address range',
  async run({ db, input, now }) {
    const { accountId, details } = input
    if (details.connectivity !== 'corporate') return { addressRange: null }
    const reservedRange = await sql<{ range: string }>`
      with mine as (select range from address_ranges where account_id = ${accountId}),
      free as (select range from address_ranges where region = ${details.region} and account_id is null and not exists (select 1 from mine) order by range limit 1 for update skip locked),
      took as (update address_ranges r set account_id = ${accountId}, allocated_at = ${now()} from free where r.range = free.range returning r.range)
      select range::text from mine union all select range::text from took`.execute(db)
    const addressRange = reservedRange.rows[0]?.range
    if (!addressRange)
      throw new NonRetryableError(
        'noAddressSpace',
        `No private address range is available in ${regionName(details.region)}. Ask the network team to add ranges, then retry this step.`,
      )
    return { addressRange }
  },
}
