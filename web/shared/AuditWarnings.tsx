import type { CallResult } from '../api/client.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { Link } from '../ui/Link.tsx'

type Warning = CallResult<'getAuditStatus'>['warnings'][number]

const labels: Record<Warning, { title: string; text: string }> = {
  checkpointsAreKept: {
    title: 'Audit checkpoints are only on this server',
    text: 'A database administrator could remove the latest audit events undetected. Set SLIPWAY_AUDIT_CHECKPOINTS.',
  },
  ownsTrail: {
    title: 'The server owns the audit trail',
    text: 'The server’s database role can turn off the protection of the audit trail. Set DATABASE_MIGRATION_URL to the owner and DATABASE_URL to a separate role.',
  },
}

export function AuditWarnings({ warnings, link }: { warnings: readonly Warning[]; link?: boolean }) {
  return warnings.map((warning) => (
    <Banner
      key={warning}
      tone="bad"
      title={labels[warning].title}
      action={link && <Link href={paths.audit({ tab: 'integrity' })}>Audit integrity</Link>}
    >
      {labels[warning].text}
    </Banner>
  ))
}
