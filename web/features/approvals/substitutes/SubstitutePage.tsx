import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserCheck } from 'lucide-react'
import { suggestSubstitutes } from '../../../api/me.ts'
import { getAccountApproval } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { ApprovalStages } from '../../../shared/ApprovalStages.tsx'
import { Failed } from '../../../shared/Failed.tsx'
import { subjectOf } from '../../../subjects.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { SubstituteForm } from './SubstituteForm.tsx'

const route = getRouteApi('/approvals/$id/cover')
const needLabels = {
  unstaffed: 'No approver is available: they are away, have left, or submitted the request.',
  few: 'Fewer approvers are available than the stage needs: others are away, have left, submitted the request, or have voted.',
  late: 'Approvers haven’t responded to reminders.',
}

export function SubstitutePage() {
  const { id } = route.useParams()
  const proposal = useQuery(suggestSubstitutes(id))
  const approval = useQuery({ ...getAccountApproval(id), enabled: proposal.isSuccess })
  const subject = approval.data && subjectOf(approval.data)
  const open = approval.data?.stages.find(({ stage }) => stage === approval.data.stage)
  const need = proposal.data?.need === 'unstaffed' && open && open.minimum > 1 ? 'few' : proposal.data?.need
  return (
    <Page
      title="Add a substitute approver"
      width="narrow"
      breadcrumbs={[{ label: 'Approvals', href: paths.approvals() }]}
      description="For this request only. The substitute decides in addition to the current approvers."
    >
      {!proposal.data || approval.isPending ? (
        <Panel>
          {proposal.error ? (
            <Failed what="Request" error={proposal.error} onRetry={() => void proposal.refetch()} />
          ) : (
            <SkeletonText lines={8} />
          )}
        </Panel>
      ) : (
        <div className="space-y-5">
          {need && !proposal.data.problem && <Banner tone="warn" title={needLabels[need]} />}
          {/* Tower leads who don’t decide themselves see possible approvers but not the request. */}
          {approval.data && subject && (
            <Panel
              title={subject.name}
              description={`Requested by ${approval.data.requester.displayName}`}
              actions={<Link href={subject.href}>Open request</Link>}
            >
              <ApprovalStages approval={approval.data} />
            </Panel>
          )}
          {proposal.data.problem ? (
            <Panel>
              <EmptyState icon={UserCheck} title="No substitute needed">
                {proposal.data.problem}
              </EmptyState>
            </Panel>
          ) : (
            <SubstituteForm approvalId={id} proposal={proposal.data} />
          )}
        </div>
      )}
    </Page>
  )
}
