import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { listSandboxEvents } from '../../../../api/sandboxPageQueries.ts'
import { Activity } from '../../../../shared/Activity.tsx'
import { Loading } from '../../../../shared/Loading.tsx'
import { isAllowed, reasonOf } from '../../../../shared/reasonOf.ts'
import { PageLinks } from '../../../../ui/PageLinks.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { AccessDeniedState, EmptyState } from '../../../../ui/States.tsx'
import { EventList } from './EventList.tsx'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { Sandbox } from './types.ts'

const route = getRouteApi('/sandboxes/$id')
const size = 25

export function ActivityTab({ sandbox }: { sandbox: Sandbox }) {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const hiddenReason = reasonOf(sandbox, 'seeInside')
  const events = useQuery({ ...listSandboxEvents(sandbox.id, page), enabled: hiddenReason === undefined })
  if (hiddenReason) {
    return (
      <Panel>
        <AccessDeniedState title="You can’t see this sandbox’s activity" reason={hiddenReason} />
      </Panel>
    )
  }
  const last = Math.ceil((events.data?.total ?? 0) / size)
  const onPage = (to: number) =>
    void navigate({ search: (previous) => ({ ...previous, page: to > 1 ? to : undefined }), resetScroll: false })
  return (
    <div className="space-y-4">
      <Panel
        title={sandboxPageLabels.activity}
        footer={last > 1 && <PageLinks page={page} pages={last} linkTo={(to) => ({ onClick: () => onPage(to) })} />}
      >
        {!events.data ? (
          <Loading subject="the activity" query={events} lines={10} />
        ) : events.data.items.length === 0 ? (
          <EmptyState icon={History} title="No activity yet">
            User and system activity appears here.
          </EmptyState>
        ) : (
          <EventList label={sandboxPageLabels.activity} events={events.data.items} />
        )}
      </Panel>
      {isAllowed(sandbox, 'follow') && (
        <Panel title="Audit events" description="All changes and denied requests, with who made them.">
          <Activity kind="sandbox" id={sandbox.id} />
        </Panel>
      )}
    </div>
  )
}
