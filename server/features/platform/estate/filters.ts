import { type RawBuilder, sql } from 'kysely'
import { compileFilter } from '../../../http/filter.ts'
import type { ListDefinition } from '../../../http/list.ts'

/** Bands of the health score of active accounts, with the conditions of docs/health.md. Together they contain each active account once. */
export const healthBands = ['good', 'goodIncomplete', 'attention', 'poor', 'notAssessed'] as const
export type HealthBand = (typeof healthBands)[number]

/** Filters of the accounts list. The page opens the list with the same filter, so that its total is the number that the page shows. */
export const activeFilter = 'status==active'
export const unmanagedFilter = `${activeFilter};kind==manual`
export const costKnownFilter = 'costKnown==yes'
export const costUnknownFilter = `${activeFilter};costKnown==no`
export const ofTower = (filter: string, towerId: string) => `${filter};tower==${towerId}`
export const healthFilters: Record<HealthBand, string> = {
  good: `${activeFilter};health=ge=90;healthKnown==100`,
  goodIncomplete: `${activeFilter};health=ge=90;healthKnown=gt=0;healthKnown=lt=100`,
  attention: `${activeFilter};health=ge=75;health=lt=90;healthKnown=gt=0`,
  poor: `${activeFilter};health=lt=75;healthKnown=gt=0`,
  notAssessed: `${activeFilter};healthKnown==0`,
}

/** SQL for the number of rows that match the filter, in a statement that reads from the list. */
export function countWhere({ fields }: ListDefinition, filter: string): RawBuilder<number> {
  return sql<number>`count(*) filter (where ${compileFilter(fields, filter)})::int`
}
