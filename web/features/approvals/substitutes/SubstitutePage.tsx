import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserCheck } from 'lucide-react'
import { suggestSubstitutes } from '../../../api/me.ts'
import { getAccountApproval } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { ApprovalStages } from '../../../shared/ApprovalStages.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { subjectOf } from '../../../subjects.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { needLabels, substituteLabels } from './labels.ts'
import { SubstituteForm } from './SubstituteForm.tsx'

const route = getRouteApi('/approvals/$id/cover')

export function SubstitutePage() {
  const { id } = route.useParams()
  const proposal = useQuery(suggestSubstitutes(id))
  const approval = useQuery({ ...getAccountApproval(id), enabled: proposal.isSuccess })
  const subject = approval.data && subjectOf(approval.data)
  const open = approval.data?.stages.find(({ stage }) => stage === approval.data.stage)
  const substituteReason = proposal.data?.need === 'unstaffed' && open && open.minimum > 1 ? 'few' : proposal.data?.need
  return (
    <Page
      title="Add substitute approver"
      width="narrow"
      breadcrumbs={[{ label: 'Approvals', href: paths.approvals() }]}
      description="Applies to this request only. The substitute decides in addition to the current approvers."
    >
      {!proposal.data || approval.isPending ? (
        <Panel>
          <Loading subject="the request" query={proposal} lines={8} />
        </Panel>
      ) : (
        <div className="space-y-5">
          {substituteReason && !proposal.data.problem && <Banner tone="warn" title={needLabels[substituteReason]} />}
          {/* Tower leads who don’t decide themselves can see the possible approvers, but not the request. */}
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
              <EmptyState icon={UserCheck} title={substituteLabels.notNeeded}>
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
