import { typeName } from '../../../shared/typeName.ts'
import { CopyId } from '../../../ui/CopyId.tsx'
import { cx } from '../../../ui/cx.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import { findingLabels } from './labels.ts'
import { SecurityDisclosure } from './SecurityDisclosure.tsx'
import { type Finding, severityOf } from './securityLabels.ts'

export function SecurityFinding({ finding }: { finding: Finding }) {
  const { label, tone } = severityOf(finding.severity)
  return (
    <SecurityDisclosure
      className="flex flex-wrap items-center gap-x-3 gap-y-0.5 lg:grid lg:grid-cols-[6rem_minmax(0,2.2fr)_minmax(0,1.3fr)_5rem_6rem_7rem] lg:items-center"
      line={
        <>
          <Status tone={tone}>{label}</Status>
          <span className="order-1 min-w-0 basis-full lg:order-none">
            <span className="block font-medium wrap-anywhere">{finding.title}</span>
            {finding.cves.length > 0 && <span className="block font-mono text-xs text-ink-2">{finding.cves.slice(0, 3).join(', ')}</span>}
          </span>
          <span className="order-1 min-w-0 flex-1 wrap-anywhere lg:order-none">
            {finding.resource.name}
            {finding.component && <span className="text-ink-2"> / {finding.component}</span>}
            <span className="block text-xs text-ink-2">{typeName(finding.resource.type)}</span>
          </span>
          <span className="text-ink-2 whitespace-nowrap tabular-nums">
            {finding.cvss === null ? '' : `CVSS ${finding.cvss.toFixed(1)}`}
          </span>
          <span className={cx('order-1 lg:order-none', finding.fixable ? 'text-ink-2' : 'font-medium')}>
            {finding.fixable ? findingLabels.fixable : 'No fix yet'}
          </span>
          <span className="ml-auto text-ink-2 lg:text-right">{finding.foundAt && <RelativeTime at={finding.foundAt} />}</span>
        </>
      }
    >
      {() => <Detail finding={finding} />}
    </SecurityDisclosure>
  )
}

function Detail({ finding }: { finding: Finding }) {
  const { remediation, impact, cves, link, publishedAt, foundAt, resource } = finding
  return (
    <div className="space-y-3">
      {remediation && (
        <p className="max-w-prose">
          <span className="font-medium">{findingLabels.remedy}</span>
          {remediation}
        </p>
      )}
      {impact && <p className="max-w-prose text-ink-2">{impact}</p>}
      <KeyValues
        columns={4}
        items={[
          {
            label: cves.length > 1 ? 'CVEs' : 'CVE',
            value:
              cves.length === 0 ? null : link ? (
                <Link href={link} target="_blank" rel="noreferrer">
                  {cves.join(', ')}
                </Link>
              ) : (
                cves.join(', ')
              ),
          },
          { label: 'Published', value: publishedAt && <DateTime at={publishedAt} time={false} /> },
          { label: 'Found', value: foundAt && <DateTime at={foundAt} /> },
          { label: 'Resource group', value: resource.resourceGroup },
          { label: 'Resource', value: <CopyId value={resource.id} kind="resource ID" />, wide: true },
        ]}
      />
    </div>
  )
}
