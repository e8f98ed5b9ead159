import { type Static, Type } from 'typebox'
import { Nullable, NullableTimestamp, Uuid } from '../../../people/schemas.ts'
import { environments, statuses } from '../../accounts/accounts/schemas.ts'
import { sandboxStatuses } from '../../sandboxes/sandboxes/schemas.ts'
import { healthBands } from './filters.ts'

export const RowFilter = Type.String({ description: 'Filter with which the list shows exactly these rows.' })
const counted = { count: Type.Integer(), filter: RowFilter }
const Accounts = Type.Object(counted)

const MonthCost = Type.Object({
  month: Type.String({ description: 'Month in UTC, such as `2026-11`.' }),
  spent: Nullable(Type.Integer({ description: 'Sum in minor units; null if no cost was recorded in this month, which isn’t zero.' })),
  accounts: Type.Integer({ description: 'Number of accounts in the sum, including accounts that were deleted since.' }),
})

export const TowerCost = Type.Object({
  currency: Type.String(),
  byMonth: Type.Array(MonthCost, {
    description: 'The last 12 months, oldest first. The current month is incomplete; an earlier month can lack its last day.',
  }),
  remaining: Nullable(
    Type.Integer({ description: 'Sum that Azure forecasts for the rest of the month; null if there is no forecast for any account.' }),
  ),
  forecasts: Type.Integer({ description: 'Number of accounts with a forecast for this month.' }),
})
export type TowerCost = Static<typeof TowerCost>

export const Estate = Type.Object({
  accounts: Type.Object({
    byState: Type.Array(Type.Object({ status: Type.Enum([...statuses]), environment: Type.Enum([...environments]), ...counted }), {
      description: 'Existing accounts by environment and status. Combinations without accounts are left out.',
    }),
    active: Accounts,
    unmanaged: Type.Object(counted, {
      description: 'Active accounts that were added manually: their subscriptions aren’t managed by Slipway.',
    }),
    waitingForRollouts: Type.Integer({ description: 'Number of accounts whose setup waits until a halted rollout is resumed.' }),
    ownershipGaps: Type.Integer({ description: 'Number of open gaps, as in `listOwnershipGaps`.' }),
  }),
  health: Type.Array(Type.Object({ band: Type.Enum([...healthBands]), ...counted }), {
    description:
      'Active accounts by health score: `good` from 90 with all points known, `goodIncomplete` from 90 with some points unknown, `attention` from 75, `poor` below 75, and `notAssessed` without any known point.',
  }),
  cost: Type.Object(
    {
      month: Type.String({ description: 'Current month in UTC.' }),
      readAt: Type.Unsafe<string | null>({
        ...NullableTimestamp,
        description: 'When the latest cost of this month was read; null if none was.',
      }),
      known: Type.Object(counted, { description: 'Existing accounts whose cost of this month was read in the last two days.' }),
      unknown: Type.Object(counted, { description: 'Active accounts whose cost of this month is unknown.' }),
      towers: Type.Array(
        Type.Object({
          tower: Type.Object({ id: Uuid, name: Type.String() }),
          active: Accounts,
          unknown: Accounts,
          costs: Type.Array(TowerCost, { description: 'One entry per currency; empty if no cost is known.' }),
        }),
        { description: 'Towers with active accounts or costs, by name. Accounts count in their current tower.' },
      ),
    },
    { description: 'Costs as reported by the accounts’ budgets at the last check of each month.' },
  ),
  access: Type.Object({
    days: Type.Integer(),
    ending: Type.Integer({
      description:
        'Number of memberships of accounts’ access groups that end within `days` or should have ended, as in `listExpiringAccess`.',
    }),
  }),
  sandboxes: Type.Array(Type.Object({ status: Type.Enum([...sandboxStatuses]), ...counted }), {
    description: 'Existing sandboxes by shown status. Statuses without sandboxes are left out.',
  }),
})
export type Estate = Static<typeof Estate>
