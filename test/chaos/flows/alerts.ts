import { listRecords } from '../../../simulator/servicenow/records.ts'
import { tables } from '../../../simulator/servicenow/tables.ts'
import type { World } from '../world.ts'
import { activeAccounts, type Flow, requireStatus } from './flow.ts'

export function alertFlow(world: World): Flow {
  const account = activeAccounts(world)[0]!
  let key: string | undefined
  let sent = 0
  return {
    name: 'alerts',
    pauseMs: 200,
    async round(n) {
      const niamh = world.as(world.persona('Niamh').id)
      key ??= requireStatus(await niamh('PATCH', `/snow/accounts/${account.id}/key`, {}), 200, 201).key as string
      const response = await world.balancer.send({
        method: 'POST',
        path: `/snow/alert/account/${account.id}/key/${key}`,
        body: { title: 'Chaos reached the tills', severity: 'critical', id: `chaos-${n}` },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      requireStatus(response, 202)
      sent++
      return true
    },
    verify: () =>
      world.withDatabase(async (db) => {
        const groups = await db
          .selectFrom('alert_groups')
          .select(['id', 'count'])
          .where('account_id', '=', account.id)
          .where('title', '=', 'Chaos reached the tills')
          .execute()
        const counted = groups.reduce((sum, { count }) => sum + Number(count), 0)
        const incidents = listRecords(world.simulator, tables.incident!).filter(({ correlation_id: of }) =>
          groups.some(({ id }) => of?.startsWith(`slipway-alert/${id}/`)),
        )
        const faults: string[] = []
        if (counted !== sent) faults.push(`${sent} alerts were accepted, ${counted} are counted`)
        if (incidents.length !== groups.length) faults.push(`${groups.length} groups have ${incidents.length} incidents`)
        return faults
      }),
    accepted: () => sent,
  }
}
