import { paths } from '../../../paths.ts'
import type { Person } from '../../../shared/PersonPicker.tsx'
import { Link } from '../../../ui/Link.tsx'
import type { Preview } from './types.ts'
import { decisions } from './words.ts'

export function WhatWaits({ preview: { waiting, decidable, others }, person: { displayName } }: { preview: Preview; person: Person }) {
  return (
    <div role="status" className="max-w-prose rounded-md border border-line bg-sunken px-4 py-3">
      <p className="font-medium">
        {waiting === 0 ? 'Nothing waits for your decision now.' : `${decisions(waiting)} ${waiting === 1 ? 'waits' : 'wait'} with you now.`}
      </p>
      {waiting > 0 && (
        <p className="text-ink-2">
          {decidable === waiting
            ? `${displayName} can decide on ${waiting === 1 ? 'it' : 'all of them'} from then on.`
            : `${displayName} can decide on ${decidable} of them, not on ${waiting - decidable}:`}
        </p>
      )}
      {others.length > 0 && (
        <ul className="mt-1.5 list-disc space-y-1 pl-5">
          {others.map(({ approvalId, requester, why }) => (
            <li key={approvalId}>
              <Link href={paths.approvals(approvalId)}>Asked for by {requester.displayName}</Link>
              <span className="text-ink-2">: {why}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
