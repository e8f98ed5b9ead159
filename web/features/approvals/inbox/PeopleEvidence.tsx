import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import { count } from '../../../shared/waits.ts'
import { PersonChip } from '../../../ui/Person.tsx'

interface PeopleProps {
  evidence: ApprovalWithEvidence['evidence']
  first: string
  family: string | undefined
  /** True for the owners of an existing account, false for the proposed owners of a new one. */
  owns: boolean
  accounts: boolean
}

export function PeopleEvidence({ evidence, first, family = 'this family', owns, accounts: showsAccounts }: PeopleProps) {
  const { accounts = 0, inFamily = 0 } = evidence.requesterOwns ?? {}
  return (
    <div className="space-y-2">
      <ul aria-label="Owners" className="flex flex-wrap gap-x-4 gap-y-1.5">
        {evidence.owners.map((owner) => (
          <li key={owner.id} className="min-w-0">
            <PersonChip person={owner} />
          </li>
        ))}
        <li className="text-ink-2">{`${owns ? 'Current' : 'Proposed'} ${evidence.owners.length === 1 ? 'owner' : 'owners'}`}</li>
      </ul>
      {showsAccounts && evidence.requesterOwns && (
        <p className="text-ink-2">
          {accounts === 0
            ? `${first} doesn’t own any accounts yet.`
            : `${first} owns ${count(accounts, 'account')}, ${inFamily === 0 ? 'none' : inFamily === accounts ? 'all' : inFamily} of them in ${family}.`}
        </p>
      )}
    </div>
  )
}
