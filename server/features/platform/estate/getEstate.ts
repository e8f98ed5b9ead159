import { operation } from '../../../http/operation.ts'
import { endingDays } from '../../access/assignments/ending.ts'
import { accountList } from '../../accounts/accounts/list.ts'
import { activeFilter, costKnownFilter, costUnknownFilter, healthBands, healthFilters, ofTower, unmanagedFilter } from './filters.ts'
import { loadEstate } from './loadEstate.ts'
import { presentCosts } from './presentCosts.ts'
import { Estate } from './schemas.ts'

export const getEstate = operation({
  id: 'getEstate',
  method: 'GET',
  path: '/estate',
  tag: 'accounts',
  summary: 'Get the numbers of accounts, their cost, health and access, and of sandboxes',
  description:
    'Each number has the filter with which a list shows its rows: `listAccountsAdv` or, for sandboxes, `listSandboxesAdv`. A cost or health score that is unknown counts as unknown, not as zero.',
  access: 'adminOrAuditor',
  canLag: true,
  responses: { 200: Estate },
  async handler({ db, actor, now }) {
    const { month, states, totals, towers, costs, read_at, waiting, gaps, ending, sandboxes } = await loadEstate(
      db,
      accountList(actor),
      now(),
    )
    const costsByTower = Map.groupBy(costs, ({ tower }) => tower)
    return {
      accounts: {
        byState: states.map((state) => ({ ...state, filter: `status==${state.status};environment==${state.environment}` })),
        active: { count: sum(states.filter(({ status }) => status === 'active')), filter: activeFilter },
        unmanaged: { count: totals.unmanaged, filter: unmanagedFilter },
        waitingForRollouts: waiting,
        ownershipGaps: gaps,
      },
      health: healthBands.map((band) => ({ band, count: totals[band], filter: healthFilters[band] })),
      cost: {
        month,
        readAt: read_at?.toISOString() ?? null,
        known: { count: totals.costKnown, filter: costKnownFilter },
        unknown: { count: towers.reduce((total, { unknown }) => total + unknown, 0), filter: costUnknownFilter },
        towers: towers
          .map(({ id, name, active, unknown }) => ({
            tower: { id, name },
            active: { count: active, filter: ofTower(activeFilter, id) },
            unknown: { count: unknown, filter: ofTower(costUnknownFilter, id) },
            costs: presentCosts(costsByTower.get(id) ?? [], month),
          }))
          .filter((tower) => tower.active.count > 0 || tower.costs.length > 0),
      },
      access: { days: endingDays, ending },
      sandboxes: sandboxes.map((state) => ({ ...state, filter: `status==${state.status}` })),
    }
  },
})

const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)
