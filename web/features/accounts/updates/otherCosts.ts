import type { CallResult } from '../../../api/client.ts'

type Cost = CallResult<'getAccountCost'>

/**
 * Returns the part of last month's cost that exceeds the estimates of the services, which is for other resources or for more use. Undefined
 * without such a part, or if the amounts have different currencies.
 * @param estimate a month, in minor units
 */
export function costNotInServices(
  { byMonth }: Pick<Cost, 'byMonth'>,
  estimate: number,
  currency: string,
): { rest: Cost['actual']; lastMonth: Cost['actual'] } | undefined {
  const lastMonth = byMonth.at(-2)?.actual
  if (!lastMonth || lastMonth.currency !== currency || lastMonth.amount <= estimate) return undefined
  return { rest: { amount: lastMonth.amount - estimate, currency }, lastMonth }
}
