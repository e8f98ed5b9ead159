import { useQuery } from '@tanstack/react-query'
import { getAccountEmergencyAccess } from '../../../api/emergencyQueries.ts'
import { paths } from '../../../paths.ts'
import { TicketLink } from '../../../shared/TicketLink.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Countdown } from '../../../ui/Time.tsx'
import { emergencyLabels } from './emergencyLabels.ts'

export function EmergencyBanner({ accountId }: { accountId: string }) {
  const { data } = useQuery(getAccountEmergencyAccess(accountId))
  if (!data || data.active.length === 0) return null
  return (
    <div className="mb-4 space-y-2">
      {data.active.map((each) => (
        <Banner
          key={each.id}
          tone="bad"
          title={
            each.status === 'opening'
              ? `Emergency access: granting access to ${each.person.displayName}`
              : emergencyLabels.active(each.person.displayName, each.role)
          }
          action={
            <Button size="sm" href={paths.emergencyAccess()}>
              {each.can.end === true ? (each.status === 'opening' ? 'View or cancel' : emergencyLabels.view) : 'View details'}
            </Button>
          }
        >
          <p className="wrap-anywhere">{each.reason}</p>
          <p className="text-sm">
            {each.reference}
            {each.incident && each.incidentUrl && (
              <>
                {' · '}
                <TicketLink number={each.incident} url={each.incidentUrl} />
              </>
            )}
            {each.status === 'active' && each.endsAt && (
              <>
                {' · '}
                <Countdown until={each.endsAt} passed="ending" /> left
              </>
            )}
            {each.status === 'ending' && ' · ending'}
          </p>
        </Banner>
      ))}
    </div>
  )
}
