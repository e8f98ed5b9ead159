import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotFound } from '../../../api/problem.ts'
import { getAccount, getAccountUpdate, listAccountServices, listCatalogueItems } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { AccountAccessDenied } from '../../../shared/AccountAccessDenied.tsx'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import type { AccountService, AccountUpdate, CatalogueItem } from '../../../shared/requestTypes.ts'
import { NotFoundPage } from '../../../shell/Pages.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { AddServices } from './AddServices.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { servicesLabels, votesLabel } from './labels.ts'
import { ServicesAside } from './ServicesAside.tsx'
import { ServicesList } from './ServicesList.tsx'
import { draftOf, emptyDraft, type ServicesDraft, withItem, withoutItem } from './servicesDraft.ts'
import { usePreview } from './usePreview.ts'

const route = getRouteApi('/accounts/$id/services')

export function ServicesPage() {
  const { id } = route.useParams()
  const { update: updateId } = route.useSearch()
  const account = useQuery(getAccount(id))
  const hiddenReason = account.data && reasonOf(account.data, 'seeAll')
  const services = useQuery({ ...listAccountServices(id), enabled: account.data !== undefined && hiddenReason === undefined })
  const catalogue = useQuery(listCatalogueItems({ withdrawn: true }))
  const update = useQuery({ ...getAccountUpdate(id, updateId ?? ''), enabled: updateId !== undefined })
  const error = account.error ?? services.error ?? catalogue.error ?? update.error
  if (isNotFound(error))
    return <NotFoundPage subject={isNotFound(account.error) ? 'account' : 'change'} homeHref={paths.accounts()} homeLabel="Accounts" />
  const breadcrumbs = [
    { label: 'Accounts', href: paths.accounts() },
    { label: account.data?.name ?? 'Account', href: paths.account(id, 'changes') },
  ]
  const isLoaded = services.data && catalogue.data && (updateId === undefined || update.data)
  return (
    <Page
      title={servicesLabels.edit}
      breadcrumbs={breadcrumbs}
      description="Choose the services for this account. Nothing changes before approval."
    >
      {hiddenReason && account.data ? (
        <AccountAccessDenied account={account.data} title="You can’t see this account’s services" />
      ) : error && !isLoaded ? (
        <Panel>
          <LoadError
            subject="services"
            error={error}
            onRetry={() => void Promise.all([account.refetch(), services.refetch(), catalogue.refetch(), updateId && update.refetch()])}
          />
        </Panel>
      ) : isLoaded ? (
        <Chooser key={updateId ?? 'new'} accountId={id} currentServices={services.data} items={catalogue.data} update={update.data} />
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <Panel title="Services">
            <SkeletonText lines={8} />
          </Panel>
          <Panel title={servicesLabels.changes}>
            <SkeletonText lines={5} />
          </Panel>
        </div>
      )}
    </Page>
  )
}

interface ChooserProps {
  accountId: string
  currentServices: AccountService[]
  items: CatalogueItem[]
  update: AccountUpdate | undefined
}

function Chooser({ accountId, currentServices, items, update }: ChooserProps) {
  const [draft, setDraft] = useState<ServicesDraft>(() => (update ? draftOf(update) : emptyDraft))
  const [openedItem, setOpenedItem] = useState<CatalogueItem>()
  const { preview, stale } = usePreview(accountId, draft, update?.id)
  const votes = update?.approvals.at(-1)?.stages.flatMap((stage) => stage.decisions).length ?? 0
  return (
    <>
      {update && votes > 0 && update.status === 'pending_approval' && (
        <div className="mb-4">
          <Banner tone="warn" title={votesLabel(votes)}>
            If you resubmit, {votes === 1 ? 'this vote no longer counts' : 'these votes no longer count'}, because approvers need to review
            the new version.
          </Banner>
        </div>
      )}
      {preview?.blocked && (
        <div className="mb-4">
          <Banner tone="warn" title="You can’t request changes right now">
            {preview.blocked}
          </Banner>
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-4">
          <ServicesList
            currentServices={currentServices}
            items={items}
            draft={draft}
            problems={preview?.problems ?? []}
            onOpen={setOpenedItem}
            onRemove={(id) =>
              setDraft((previous) => ({ ...withoutItem(previous, id), remove: [...previous.remove.filter((item) => item !== id), id] }))
            }
            onUndo={(id) => setDraft((previous) => withoutItem(previous, id))}
          />
          <AddServices
            items={items.filter((item) => item.enabled && !currentServices.some(({ id }) => id === item.id))}
            added={draft.add}
            onOpen={setOpenedItem}
          />
        </div>
        <ServicesAside accountId={accountId} draft={draft} update={update} preview={preview} stale={stale} />
      </div>
      {openedItem && (
        <ItemDialog
          key={openedItem.id}
          accountId={accountId}
          item={openedItem}
          draft={draft}
          currentServices={currentServices}
          updateId={update?.id}
          onClose={() => setOpenedItem(undefined)}
          onSave={(inputs) => {
            setDraft((previous) => withItem(previous, openedItem.id, inputs, currentServices))
            setOpenedItem(undefined)
          }}
        />
      )}
    </>
  )
}
