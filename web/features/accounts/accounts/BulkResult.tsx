import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'

type Result = CallResult<'bulkUpdateAccounts'>

export function BulkResult({ result: { dryRun, counts, results } }: { result: Result }) {
  const otherResults = results.filter(({ outcome }) => outcome !== 'changed')
  const remaining = otherResults.length
  return (
    <section aria-live="polite" className="space-y-2">
      <p>
        <Status tone={counts.failed > 0 ? 'bad' : counts.changed > 0 ? 'ok' : 'warn'}>
          {dryRun ? `${count(counts.changed, 'account')} can be changed` : `${count(counts.changed, 'account')} changed`}
        </Status>
        {otherResults.length > 0 && <span className="text-ink-2"> · {remaining} not changed:</span>}
      </p>
      {otherResults.length > 0 && (
        <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {otherResults.map(({ account, outcome, reason }) => (
            <li key={account.id} className="px-3 py-2">
              <Link variant="name" href={paths.account(account.id)}>
                {account.name}
              </Link>
              <p className={outcome === 'failed' ? 'text-sm text-bad' : 'text-sm text-ink-2'}>{reason}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
