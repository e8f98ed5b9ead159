import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { getApprovalPolicy, listPolicyVersions } from '../../../api/approvalPolicies.ts'
import { isNotFound } from '../../../api/problem.ts'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { AccessDeniedPage, NotFoundPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EditingEnded } from './EditingEnded.tsx'
import { PolicyVersion, policyCrumbs } from './PolicyVersion.tsx'
import { loadPolicyDraft } from './policyDraftStorage.ts'
import type { VersionSummary } from './types.ts'
import { useEditorKey } from './useEditorKey.ts'

const route = getRouteApi('/admin/policies/$id')

export function PolicyPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigateTo = useNavigateTo()
  const currentUser = useQuery(getMe()).data
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const versions = useQuery({ ...listPolicyVersions(id), enabled: isResponsible === true })
  const version = search.version ?? defaultVersion(versions.data ?? [])
  const policy = useQuery({ ...getApprovalPolicy(id, version ?? 1), enabled: isResponsible === true && version !== undefined })
  const [editorKey, continueIn] = useEditorKey(policy.data?.version)
  const error = versions.error ?? policy.error
  if (currentUser && !isResponsible)
    return <AccessDeniedPage reason="Only administrators and auditors can see policies." homeHref={paths.home()} />
  if (error && isNotFound(error) && versions.data && version !== undefined && loadPolicyDraft({ id, version, revision: 0 }))
    return (
      <Page title="Policy" breadcrumbs={policyCrumbs}>
        <EditingEnded id={id} version={version} versions={versions.data} onDiscard={() => navigateTo(paths.policies())} />
      </Page>
    )
  if (error && isNotFound(error)) return <NotFoundPage homeHref={paths.policies()} homeLabel="Policies" subject="policy" />
  if (policy.data && versions.data)
    return <PolicyVersion key={`${id} ${editorKey}`} policy={policy.data} versions={versions.data} onDrafted={continueIn} />
  return (
    <Page title="Policy" breadcrumbs={policyCrumbs}>
      <Panel>
        {error ? (
          <LoadError subject="the policy" error={error} onRetry={() => void Promise.all([versions.refetch(), policy.refetch()])} />
        ) : (
          <SkeletonText lines={12} />
        )}
      </Panel>
    </Page>
  )
}

function defaultVersion(versions: readonly VersionSummary[]): number | undefined {
  const findVersion = (...statuses: VersionSummary['status'][]) => versions.find(({ status }) => statuses.includes(status))
  return (findVersion('draft', 'proposed') ?? findVersion('live') ?? versions[0])?.version
}
