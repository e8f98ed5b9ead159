import { graphAudience, platformServicePrincipalId } from '../../../../simulator/core/constants.ts'
import type { TestApp } from '../../../../test/app.ts'

const timeIn = (date: Date, timeZone = 'UTC') => ({ dateTime: `${date.toISOString().slice(0, 19)}.0000000`, timeZone })

export async function setAutomaticReplies(
  app: Pick<TestApp, 'simulator' | 'persona'>,
  givenName: string,
  times: { from: Date; until: Date; timeZone?: string } | 'on' | 'off',
): Promise<void> {
  const token = await app.simulator.mintToken({ oid: platformServicePrincipalId, audience: graphAudience })
  const automaticRepliesSetting =
    typeof times === 'string'
      ? { status: times === 'on' ? 'alwaysEnabled' : 'disabled', internalReplyMessage: 'At my sister’s wedding' }
      : {
          status: 'scheduled',
          scheduledStartDateTime: timeIn(times.from, times.timeZone),
          scheduledEndDateTime: timeIn(times.until, times.timeZone),
        }
  const response = await fetch(`${app.simulator.origins.graph}/v1.0/users/${app.persona(givenName).id}/mailboxSettings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ automaticRepliesSetting }),
  })
  if (!response.ok) throw new Error(await response.text())
}
