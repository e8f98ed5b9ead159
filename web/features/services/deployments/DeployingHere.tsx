import { useQuery } from '@tanstack/react-query'
import { FolderGit2 } from 'lucide-react'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { CopyBlock } from '../../../ui/CopyBlock.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { describeDestination, pipelineExample, plainAddress } from './deploymentLabels.ts'
import { deploymentTabLabels } from './labels.ts'
import type { Account, AccountDeployments } from './types.ts'

/** Argo CD also sends `Unknown`. */
const connectionLabels: Record<string, { tone: Tone; label: string }> = {
  Successful: { tone: 'ok', label: 'Connected' },
  Failed: { tone: 'bad', label: 'Connection failed' },
}
const notTested = { tone: 'neutral', label: 'Connection not tested' } as const

export function DeploymentSettings({ found }: { found: AccountDeployments }) {
  const { project, repositories } = found
  if (!project) return null
  return (
    <Panel title="Deployment rules" description={`From the Argo CD project ${project.name}.`}>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <Rules title="Allowed sources" none="No repositories allowed." rules={project.sources.map(plainAddress)} />
        <Rules
          title="Allowed destinations"
          none="No namespaces allowed."
          rules={project.destinations.map(({ cluster, namespace }) => describeDestination(namespace, cluster))}
        />
        <section aria-label="Repositories" className="min-w-0 md:col-span-2">
          <h3 className="text-sm font-semibold">Argo CD repositories</h3>
          {repositories.length === 0 ? (
            <p className="text-ink-2">No repositories yet. Add a repository from a pipeline with OnboardRepo.</p>
          ) : (
            <ul className="mt-1 space-y-1.5">
              {repositories.map(({ repository, status, message }) => (
                <li key={repository} className="flex flex-wrap items-center gap-x-3">
                  <span className="inline-flex min-w-0 items-center gap-2 wrap-anywhere">
                    <FolderGit2 size={15} aria-hidden className="shrink-0 text-ink-3" />
                    {plainAddress(repository)}
                  </span>
                  <Status tone={(connectionLabels[status] ?? notTested).tone}>{(connectionLabels[status] ?? notTested).label}</Status>
                  {status === 'Failed' && message && <span className="basis-full text-sm text-ink-2 wrap-anywhere">{message}</span>}
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </Panel>
  )
}

function Rules({ title, none, rules }: { title: string; none: string; rules: readonly string[] }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-sm font-semibold">{title}</h3>
      {rules.length === 0 ? (
        <p className="text-ink-2">{none}</p>
      ) : (
        <ul className="mt-1">
          {rules.map((rule) => (
            <li key={rule} className="wrap-anywhere">
              {rule}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function DeploymentGuide({ account, found }: { account: Account; found: AccountDeployments }) {
  const currentUser = useQuery(getMe()).data
  const { keys, project } = found
  return (
    <Panel
      title="Pipeline deployments"
      description="Slipway tracks all deployments from pipelines. Read the status of a deployment with GetApp."
    >
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <section aria-label="API keys for deployments" className="min-w-0">
          <h3 className="text-sm font-semibold">API keys for deployments</h3>
          {keys.length === 0 ? (
            <p className="text-ink-2">
              {deploymentTabLabels.noKeys}{' '}
              {currentUser?.roles.includes('admin') ? (
                <Link href={paths.apiKeys()}>{deploymentTabLabels.generateKey}</Link>
              ) : (
                deploymentTabLabels.keyFromAdministrator
              )}{' '}
              with the scope <code className="font-mono text-[0.92em]">deploy</code> for this account.
            </p>
          ) : (
            <ul className="mt-1 space-y-1.5">
              {keys.map(({ name, expiresAt, lastUsedAt }) => (
                <li key={name}>
                  <span className="font-medium wrap-anywhere">{name}</span>
                  <span className="block text-sm text-ink-2">
                    {lastUsedAt ? (
                      <>
                        Last used <RelativeTime at={lastUsedAt} />
                      </>
                    ) : (
                      'Never used'
                    )}
                    , expires <DateTime at={expiresAt} time={false} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <div className="min-w-0">
          {currentUser && (
            <CopyBlock
              kind={deploymentTabLabels.example}
              text={pipelineExample(location.origin, { tool: currentUser.segments.deploymentTool, accountId: account.id, project })}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}
