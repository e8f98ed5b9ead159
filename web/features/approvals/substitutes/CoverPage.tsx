import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserCheck } from 'lucide-react'
import { proposeCover } from '../../../api/me.ts'
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
import { CoverForm } from './CoverForm.tsx'

const route = getRouteApi('/approvals/$id/cover')
const needWords = {
  nobody: 'Nobody who may decide is there: they are away, have left, or asked for it themselves.',
  few: 'Fewer people are there than must agree: others are away, have left, asked for it themselves, or have voted.',
  late: 'Those who may decide have been reminded and have not answered.',
}

export function CoverPage() {
  const { id } = route.useParams()
  const proposal = useQuery(proposeCover(id))
  const approval = useQuery({ ...getAccountApproval(id), enabled: proposal.isSuccess })
  const subject = approval.data && subjectOf(approval.data)
  const open = approval.data?.stages.find(({ stage }) => stage === approval.data.stage)
  const need = proposal.data?.need === 'nobody' && open && open.minimum > 1 ? 'few' : proposal.data?.need
  return (
    <Page
      title="Find somebody to decide"
      width="narrow"
      breadcrumbs={[{ label: 'Approvals', href: paths.approvals() }]}
      description="For this request alone: whoever you name decides beside those who are asked already."
    >
      {!proposal.data || approval.isPending ? (
        <Panel>
          {proposal.error ? (
            <Failed what="The request" error={proposal.error} onRetry={() => void proposal.refetch()} />
          ) : (
            <SkeletonText lines={8} />
          )}
        </Panel>
      ) : (
        <div className="space-y-5">
          {need && !proposal.data.problem && <Banner tone="warn" title={needWords[need]} />}
          {/* Tower leads who don’t decide themselves see possible approvers but not the request. */}
          {approval.data && subject && (
            <Panel
              title={subject.name}
              description={`Asked for by ${approval.data.requester.displayName}`}
              actions={<Link href={subject.href}>Open the request</Link>}
            >
              <ApprovalStages approval={approval.data} />
            </Panel>
          )}
          {proposal.data.problem ? (
            <Panel>
              <EmptyState icon={UserCheck} title="Nobody needs to be named">
                {proposal.data.problem}
              </EmptyState>
            </Panel>
          ) : (
            <CoverForm approvalId={id} proposal={proposal.data} />
          )}
        </div>
      )}
    </Page>
  )
}
