import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime } from '../../../ui/Time.tsx'
import type { VersionSummary } from './types.ts'
import { versionDisplays } from './versionLabels.ts'

export function VersionsPanel({ versions, current }: { versions: readonly VersionSummary[]; current: number }) {
  return (
    <Panel flush title="Versions">
      <ol aria-label="Versions, newest first" className="divide-y divide-line">
        {versions.map((version) => (
          <li key={version.version} className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[8rem_minmax(0,1fr)_minmax(0,15rem)]">
            <div>
              <Link
                variant="name"
                href={paths.policy(version.id, { version: version.version })}
                aria-current={version.version === current ? 'true' : undefined}
              >
                Version {version.version}
              </Link>
              <p>
                <Status tone={versionDisplays[version.status].tone}>{versionDisplays[version.status].label}</Status>
              </p>
            </div>
            <div className="min-w-0">
              <p className="wrap-anywhere">{version.changeNote || <span className="text-ink-3">No reason given.</span>}</p>
              <p className="text-sm text-ink-2">
                {version.createdBy?.displayName ?? 'Included with Slipway'}, <DateTime at={version.createdAt} time={false} />
              </p>
            </div>
            <div className="space-y-0.5 text-sm text-ink-2">
              {version.liveAt && (
                <p>
                  Live from <DateTime at={version.liveAt} />
                  {version.replacedAt && (
                    <>
                      {' to '}
                      <DateTime at={version.replacedAt} />
                    </>
                  )}
                </p>
              )}
              {version.approvalId && (
                <p>
                  <Link href={paths.approvals(version.approvalId, 'all')}>Approvals</Link>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
