import { paths } from '../../../paths.ts'
import type { Person } from '../../../shared/PersonPicker.tsx'
import { Link } from '../../../ui/Link.tsx'
import { pendingApprovals } from './labels.ts'
import type { Preview } from './types.ts'

export function WaitingApprovals({
  preview: { waiting, decidable, others },
  person: { displayName },
}: {
  preview: Preview
  person: Person
}) {
  return (
    <div role="status" className="max-w-xl rounded-md border border-line bg-sunken px-4 py-3">
      <p className="font-medium">{pendingApprovals(waiting)}</p>
      {waiting > 0 && (
        <p className="text-ink-2">
          {decidable === waiting
            ? `${displayName} can decide on ${waiting === 1 ? 'it' : 'all of them'}.`
            : `${displayName} can decide on ${decidable} of them, but not on ${waiting - decidable}:`}
        </p>
      )}
      {others.length > 0 && (
        <ul className="mt-1.5 list-disc space-y-1 pl-5">
          {others.map(({ approvalId, requester, reason }) => (
            <li key={approvalId}>
              <Link href={paths.approvals(approvalId)}>Request by {requester.displayName}</Link>
              <span className="text-ink-2">: {reason}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
