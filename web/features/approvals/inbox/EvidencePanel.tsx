import type { ReactNode } from 'react'
import { type FactKey, labelOf } from '../../../shared/factLabels.ts'
import { PriceChange } from '../../../shared/PriceChange.tsx'
import type { ApprovalWithEvidence } from '../../../shared/requestTypes.ts'
import type { EvidenceView } from '../../../shared/subject.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { CurrentAccessEvidence } from './CurrentAccessEvidence.tsx'
import { comparisonOf } from './comparison.ts'
import { FlagsEvidence } from './FlagsEvidence.tsx'
import { inboxLabels } from './labels.ts'
import { MoneyEvidence } from './MoneyEvidence.tsx'
import { PeopleEvidence } from './PeopleEvidence.tsx'
import { PreviousRound } from './PreviousRound.tsx'
import { RiskEvidence } from './RiskEvidence.tsx'
import { SandboxMoney, SandboxRecord } from './SandboxEvidence.tsx'
import { SimilarEvidence } from './SimilarEvidence.tsx'

const chartKeys: ReadonlySet<FactKey | undefined> = new Set(['sandboxes', 'typicalUse', 'capacity'])

export function EvidencePanel({ approval, view }: { approval: ApprovalWithEvidence; view: EvidenceView }) {
  const { evidence, requester, previousRound } = approval
  const { sandbox, holds, reach = [], changes = [] } = evidence
  const { exists, family, people, price } = view
  const facts = sandbox ? evidence.facts.filter(({ key }) => !chartKeys.has(key)) : evidence.facts
  const first = requester.displayName.split(' ')[0] ?? requester.displayName
  return (
    <div className="divide-y divide-line">
      {previousRound && (
        <Section title={inboxLabels.previousRound}>
          <PreviousRound round={previousRound} />
        </Section>
      )}
      <Section title="Warnings">
        <FlagsEvidence flags={evidence.flags} risk={approval.risk} />
      </Section>
      <Section title="Risk">
        <RiskEvidence risk={approval.risk} hasSeriousWarning={evidence.flags.some(({ tone }) => tone === 'bad')} />
      </Section>
      <Section title={`${first}’s reason`}>
        <blockquote className="max-w-prose border-l-3 border-accent pl-3 text-md wrap-anywhere whitespace-pre-line">
          {evidence.purpose}
        </blockquote>
      </Section>
      {changes.length > 0 && (
        <Section title={inboxLabels.changes}>
          {price && (
            <div className="mb-3">
              <PriceChange price={price} />
            </div>
          )}
          <Diff rows={changes} />
        </Section>
      )}
      {sandbox && (
        <Section title={inboxLabels.costAndCapacity}>
          <SandboxMoney evidence={sandbox} more={exists} />
        </Section>
      )}
      {view.money && evidence.monthlyBudget && evidence.monthlyBudget.amount > 0 && (
        <Section title={view.money}>
          <MoneyEvidence evidence={evidence} monthlyBudget={evidence.monthlyBudget} family={family} exists={exists} />
        </Section>
      )}
      <Section title={view.facts ?? 'Request details'}>
        <KeyValues
          columns={3}
          items={facts.map(({ key, label, value }) => ({
            label,
            value: labelOf(key, value),
            wide: value.length > 60,
          }))}
        />
      </Section>
      {reach.length > 0 && (
        <Section title="Impact of a mistake">
          <KeyValues columns={3} items={reach} />
        </Section>
      )}
      {people !== 'none' && holds && (
        <Section title={`${first}’s current access`}>
          <CurrentAccessEvidence holds={holds} first={first} />
        </Section>
      )}
      {people !== 'none' && (
        <Section title="People">
          <PeopleEvidence evidence={evidence} first={first} family={family} owns={exists} accounts={people === 'ownersAndAccounts'} />
        </Section>
      )}
      {sandbox && (
        <Section title={inboxLabels.sandboxesOf(first)}>
          <SandboxRecord evidence={sandbox} first={first} />
        </Section>
      )}
      {evidence.similar && (
        <Section title={inboxLabels.earlierDecisions}>
          <SimilarEvidence similar={evidence.similar} comparison={comparisonOf(approval)} />
        </Section>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="px-4 py-4 sm:px-5">
      <h3 className="mb-2 text-sm font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  )
}
