import { useQuery } from '@tanstack/react-query'
import { Blocks, SlidersHorizontal } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { getAccountCost, listAccountServices } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { servicesLabels } from './labels.ts'
import { costNotInServices } from './otherCosts.ts'

export function ServicesPanel({ account }: { account: CallResult<'getAccount'> }) {
  const services = useQuery(listAccountServices(account.id))
  const currency = account.budget?.currency ?? 'GBP'
  const total = services.data?.reduce((sum, service) => sum + service.monthly, 0)
  return (
    <Panel
      flush
      title="Services"
      description={
        services.data && services.data.length > 0 && total !== undefined ? (
          <>
            <Money value={{ amount: total, currency }} strip /> a month, estimated
          </>
        ) : undefined
      }
      actions={
        <Button icon={SlidersHorizontal} href={paths.changeServices(account.id)} disabledReason={reasonOf(account, 'changeServices')}>
          {servicesLabels.edit}
        </Button>
      }
    >
      {!services.data ? (
        <div className="p-4">
          <Loading subject="services" query={services} lines={4} />
        </div>
      ) : (
        <>
          {services.data.length === 0 && (
            <EmptyState icon={Blocks} title="No services yet">
              Select “{servicesLabels.edit}” to add services from the catalogue.
            </EmptyState>
          )}
          <ul className="divide-y divide-line">
            {services.data.map((service) => (
              <li key={service.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5">
                <div className="min-w-0 flex-1 basis-64">
                  <Link href={paths.catalogue(service.id)} variant="quiet">
                    <span className="font-medium">{service.name}</span>
                  </Link>
                  <p className="text-sm wrap-anywhere text-ink-2">{service.settings || 'Default settings'}</p>
                </div>
                <span className="text-ink-2">
                  <Money value={{ amount: service.monthly, currency }} strip /> a month
                </span>
              </li>
            ))}
            <OtherCosts accountId={account.id} estimate={total ?? 0} currency={currency} />
          </ul>
        </>
      )}
    </Panel>
  )
}

/** Services have estimates only, so the actual cost is shown as a whole. Without costs from Azure, nothing is shown. */
function OtherCosts({ accountId, estimate, currency }: { accountId: string; estimate: number; currency: string }) {
  const cost = useQuery({ ...getAccountCost(accountId), retry: false }).data
  const other = cost && costNotInServices(cost, estimate, currency)
  if (!other) return null
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <span className="font-medium">Not in a service</span>
        <p className="text-sm text-ink-2">
          The account cost <Money value={other.lastMonth} round /> last month. This part is for other resources, or for more use than
          estimated. <Link href={paths.account(accountId, 'cost')}>View costs</Link>
        </p>
      </div>
      <span className="text-ink-2">
        <Money value={other.rest} round /> last month
      </span>
    </li>
  )
}
