import { CheckCheck, Hammer, MessageSquareText, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApprovalStagesPreview } from '../../../shared/ApprovalStages.tsx'
import { EstimateMeter } from '../../../shared/EstimateMeter.tsx'
import { labelFor } from '../../../shared/labels.ts'
import type { CatalogueItem, RequestCheck } from '../../../shared/requestTypes.ts'
import { describeWait } from '../../../shared/waits.ts'
import { formatMoney } from '../../../ui/format.ts'
import type { Icon } from '../../../ui/icon.ts'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { ReviewSection } from '../../../ui/Wizard.tsx'
import { assignmentLabel } from './choices.ts'
import { contactsOf, currency, type Draft } from './draft.ts'
import { stepLabels } from './labels.ts'
import type { StepId } from './problems.ts'

interface ReviewStepProps {
  draft: Draft
  check: RequestCheck | undefined
  catalogue: readonly CatalogueItem[] | undefined
  tower: string | undefined
  family: string | undefined
  hrefOf: (step: StepId) => string
}

export function ReviewStep({ draft, check, catalogue, tower, family, hrefOf }: ReviewStepProps) {
  const items = catalogue?.filter((item) => draft.catalogueItemIds.includes(item.id)) ?? []
  const money = (amount: number) => formatMoney({ amount, currency }, { strip: true })
  const tags = Object.entries(draft.tags)
  return (
    <>
      <ReviewSection
        title={stepLabels.basics.title}
        href={hrefOf('basics')}
        items={[
          { label: 'Name', value: draft.name.trim() || undefined },
          { label: 'Environment', value: draft.environment && labelFor('environment', draft.environment) },
          { label: 'Tower and family', value: tower && family ? `${tower} · ${family}` : undefined },
          {
            label: 'Reason',
            value: draft.purpose.trim() ? <span className="whitespace-pre-line">{draft.purpose.trim()}</span> : undefined,
            wide: true,
          },
          ...(draft.description.trim() ? [{ label: 'Description', value: draft.description.trim(), wide: true }] : []),
        ]}
      />
      <ReviewSection
        title={stepLabels.platform.title}
        href={hrefOf('platform')}
        items={[
          { label: 'Region', value: labelFor('region', draft.region) },
          { label: 'Network connection', value: draft.connectivity && labelFor('connectivity', draft.connectivity) },
          { label: 'Data classification', value: draft.dataClassification && labelFor('dataClassification', draft.dataClassification) },
          { label: 'Criticality', value: draft.criticality && labelFor('criticality', draft.criticality) },
          { label: 'Services', value: items.map((item) => item.name).join(', ') || 'None' },
          ...(tags.length > 0 ? [{ label: 'Tags', value: tags.map(([name, value]) => `${name}: ${value}`).join(', ') }] : []),
        ]}
      />
      <ReviewSection
        title={stepLabels.people.title}
        href={hrefOf('people')}
        items={[
          { label: 'Owners', value: <People people={draft.owners} /> },
          { label: 'Budget alert recipients', value: draft.contacts === null ? 'All owners' : <People people={contactsOf(draft)} /> },
          { label: 'Monthly budget', value: draft.budget === null ? undefined : money(draft.budget) },
          { label: 'Cost centre', value: draft.costCentre.trim() || undefined },
          {
            label: 'Budget alerts',
            value: draft.thresholds.map(({ percent, basis }) => `${percent}% ${basis === 'actual' ? 'spent' : 'forecast'}`).join(', '),
          },
          {
            label: 'Access groups',
            value:
              draft.accessGroups.length === 0
                ? 'None'
                : draft.accessGroups.map((group) => (
                    <span key={group.name} className="block">
                      {group.name}: {group.role}, {assignmentLabel(group.assignment)}
                    </span>
                  )),
          },
        ]}
      />
      <Part title="Cost">
        <div className="grid gap-4 sm:grid-cols-2">
          <EstimateMeter estimate={check?.monthlyEstimate ?? { amount: 0, currency }} budget={{ amount: draft.budget ?? 0, currency }} />
          {items.length > 0 && (
            <ul className="text-sm text-ink-2">
              {items.map((item) => (
                <li key={item.id} className="flex justify-between gap-4">
                  <span className="truncate">{item.name}</span>
                  <Money value={item.monthlyEstimate} strip />
                </li>
              ))}
            </ul>
          )}
        </div>
      </Part>
      <Part title="Approvers">
        {check?.preview ? (
          <ApprovalStagesPreview preview={check.preview} />
        ) : check ? (
          <p className="text-ink-2">Choose an environment, tower and family to see the approvers.</p>
        ) : (
          <SkeletonText lines={5} />
        )}
      </Part>
    </>
  )
}

export function NextStepsAside({ check }: { check: RequestCheck | undefined }) {
  return (
    <Panel title="Next steps">
      <ol className="space-y-3">
        <NextStepItem icon={Send}>The first approvers are notified immediately. The request page shows who needs to decide.</NextStepItem>
        <NextStepItem icon={MessageSquareText}>
          If an approver requests changes, edit and resubmit here. You can withdraw the request until the final decision.
        </NextStepItem>
        <NextStepItem icon={Hammer}>After final approval, the account is created automatically. This takes a few minutes.</NextStepItem>
        <NextStepItem icon={CheckCheck}>You and the owners are notified when the account is ready{formatEstimate(check)}.</NextStepItem>
      </ol>
    </Panel>
  )
}

/** The estimate is the sum of the stages' median waits; empty if any is unknown. */
function formatEstimate(check: RequestCheck | undefined): string {
  const usualWaits = check?.preview?.stages.map((stage) => stage.usualWait) ?? []
  if (usualWaits.length === 0 || usualWaits.some((wait) => wait === null)) return ''
  return `, usually ${describeWait(usualWaits.reduce((sum, wait) => sum + (wait?.medianHours ?? 0), 0))} after you submit`
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-3 text-base">{title}</h3>
      {children}
    </section>
  )
}

function NextStepItem({ icon: Glyph, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Glyph size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <span className="text-ink-2">{children}</span>
    </li>
  )
}

function People({ people }: { people: Draft['owners'] }) {
  if (people.length === 0) return '–'
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {people.map((person) => (
        <PersonChip key={person.id} person={person} />
      ))}
    </span>
  )
}
