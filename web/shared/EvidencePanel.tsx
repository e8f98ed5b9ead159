import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Meter } from '../ui/Charts.tsx'
import { cx } from '../ui/cx.ts'
import { Diff } from '../ui/Diff.tsx'
import { formatMoney, formatPercent } from '../ui/format.ts'
import { KeyValues } from '../ui/KeyValues.tsx'
import { Money } from '../ui/Money.tsx'
import { PersonChip } from '../ui/Person.tsx'
import { Status, type Tone, toneIcon, toneText } from '../ui/Status.tsx'
import { RelativeTime } from '../ui/Time.tsx'
import { PriceChange } from './PriceChange.tsx'
import type { ApprovalWithEvidence } from './requestTypes.ts'
import { SandboxMoney, SandboxRecord } from './SandboxEvidence.tsx'
import { count, waitWords } from './waits.ts'
import { type WordList, wordFor } from './words.ts'

type Evidence = ApprovalWithEvidence['evidence']

const outcomes: Record<string, { tone: Tone; word: string }> = {
  approved: { tone: 'ok', word: 'Approved' },
  rejected: { tone: 'bad', word: 'Rejected' },
  changes_requested: { tone: 'warn', word: 'Changes asked for' },
  pending_approval: { tone: 'warn', word: 'Sent again' },
  expired: { tone: 'neutral', word: 'Expired' },
  cancelled: { tone: 'neutral', word: 'Taken back' },
}

/** Facts that have words. */
const factWords: Record<string, WordList> = {
  Environment: 'environment',
  Data: 'dataClassification',
  Region: 'region',
  Network: 'connectivity',
}

/** Facts that are drawn instead. */
const drawn = new Set(['Has now', 'Had before', 'Typical use', 'Room'])

/**
 * What an approver would otherwise look up in three consoles: what stands out, why it is wanted, money, facts, people,
 * and how requests alike were decided. `<EvidencePanel approval={approval} />`
 */
export function EvidencePanel({ approval }: { approval: ApprovalWithEvidence }) {
  const { evidence, request, update, access, activation, sandboxRequest, sandboxAccess, requester } = approval
  const { sandbox } = evidence
  const ofSandbox = sandboxRequest !== null || sandboxAccess !== null
  const exists = update !== null || access !== null || activation !== null || sandboxAccess !== null || sandboxRequest?.kind === 'extension'
  const facts = sandbox ? evidence.facts.filter(({ label }) => !drawn.has(label)) : evidence.facts
  const first = requester.displayName.split(' ')[0] ?? requester.displayName
  return (
    <div className="divide-y divide-line">
      <Section title="Worth a second look">
        <Flags flags={evidence.flags} />
      </Section>
      <Section title={`Why ${first} asks`}>
        <blockquote className="max-w-prose border-l-3 border-accent pl-3 text-md wrap-anywhere whitespace-pre-line">
          {evidence.purpose}
        </blockquote>
      </Section>
      {update && (
        <Section title="What changes">
          {update.price && (
            <div className="mb-3">
              <PriceChange price={update.price} />
            </div>
          )}
          <Diff rows={update.diff} />
        </Section>
      )}
      {sandbox && (
        <Section title="Money and room">
          <SandboxMoney evidence={sandbox} more={exists} />
        </Section>
      )}
      {!access && !activation && !ofSandbox && (
        <Section title={update ? 'The account’s budget' : 'Money'}>
          <MoneyEvidence evidence={evidence} family={request?.family.name} exists={exists} />
        </Section>
      )}
      <Section title={update ? 'The account' : 'What is asked for'}>
        <KeyValues
          columns={3}
          items={facts.map(({ label, value }) => ({
            label,
            value: factWords[label] ? wordFor(factWords[label], value) : value,
            wide: value.length > 60,
          }))}
        />
      </Section>
      <Section title="People">
        <People evidence={evidence} first={first} family={request?.family.name} owns={exists} accounts={!ofSandbox} />
      </Section>
      {sandbox && (
        <Section title={`${first}’s sandboxes`}>
          <SandboxRecord evidence={sandbox} first={first} />
        </Section>
      )}
      <Section title="How requests alike were decided">
        <Similar similar={evidence.similar} none={ofSandbox ? 'None so far.' : 'None so far in this family or tower.'} />
      </Section>
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

const order: Record<string, number> = { bad: 0, warn: 1, info: 2 }

function Flags({ flags }: { flags: Evidence['flags'] }) {
  if (flags.length === 0) {
    return (
      <p className="flex gap-2">
        <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-ok" />
        Nothing stands out.
      </p>
    )
  }
  return (
    <ul className="space-y-1.5">
      {flags
        .toSorted((one, other) => (order[one.tone] ?? 9) - (order[other.tone] ?? 9))
        .map((flag) => {
          const Glyph = toneIcon[flag.tone]
          return (
            <li key={flag.text} className="flex gap-2">
              <Glyph size={16} aria-hidden className={cx('mt-0.5 shrink-0', toneText[flag.tone])} />
              <span>
                {flag.tone === 'bad' && <span className="sr-only">Serious: </span>}
                {flag.tone === 'warn' && <span className="sr-only">Careful: </span>}
                {flag.text}
              </span>
            </li>
          )
        })}
    </ul>
  )
}

interface MoneyProps {
  evidence: Evidence
  family: string | undefined
  /** The account exists already. */
  exists: boolean
}

function MoneyEvidence({ evidence, family = 'The family', exists }: MoneyProps) {
  const { monthlyBudget, catalogueEstimate, familyBudget } = evidence
  const share = familyBudget.monthly.amount > 0 ? monthlyBudget.amount / familyBudget.monthly.amount : undefined
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <div>
        <p>
          <span className="text-lg font-semibold">
            <Money value={monthlyBudget} />
          </span>{' '}
          <span className="text-ink-2">a month</span>
        </p>
        <p className="text-sm text-ink-2">
          {family} has {count(familyBudget.accounts, 'active account')} with <Money value={familyBudget.monthly} round /> a month
          {share !== undefined && (
            <>
              ; this {exists ? 'is' : 'adds'} {share < 0.01 ? 'under 1 %' : formatPercent(share)}
            </>
          )}
          .
        </p>
      </div>
      <Meter
        label={exists ? 'Services then, estimated' : 'Catalogue items, estimated'}
        value={catalogueEstimate.amount}
        max={Math.max(1, monthlyBudget.amount)}
        text={`${formatMoney(catalogueEstimate)} of ${formatMoney(monthlyBudget, { round: true })}`}
      />
    </div>
  )
}

interface PeopleProps {
  evidence: Evidence
  first: string
  family: string | undefined
  /** It exists already. */
  owns: boolean
  /** Says also which accounts the requester owns. */
  accounts: boolean
}

function People({ evidence, first, family = 'this family', owns, accounts: saysAccounts }: PeopleProps) {
  const { accounts, inFamily } = evidence.requesterOwns
  return (
    <div className="space-y-2">
      <ul aria-label="Owners" className="flex flex-wrap gap-x-4 gap-y-1.5">
        {evidence.owners.map((owner) => (
          <li key={owner.id} className="min-w-0">
            <PersonChip person={owner} />
          </li>
        ))}
        <li className="text-ink-2">{owns ? (evidence.owners.length === 1 ? 'owns it.' : 'own it.') : 'will own it.'}</li>
      </ul>
      {saysAccounts && (
        <p className="text-ink-2">
          {accounts === 0
            ? `${first} owns no account yet.`
            : `${first} owns ${count(accounts, 'account')}, ${inFamily === 0 ? 'none' : inFamily === accounts ? 'all' : inFamily} of them in ${family}.`}
        </p>
      )}
    </div>
  )
}

function Similar({ similar, none }: { similar: Evidence['similar']; none: string }) {
  if (similar.length === 0) return <p className="text-ink-2">{none}</p>
  return (
    <ul className="divide-y divide-line">
      {similar.map((one) => {
        const { tone, word } = outcomes[one.outcome] ?? { tone: 'neutral' as const, word: one.outcome }
        return (
          <li key={one.id} className="grid gap-x-4 gap-y-0.5 py-1.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_9rem_8rem]">
            <span className="min-w-0">
              <span className="block truncate font-medium">{one.name}</span>
              <span className="block truncate text-sm text-ink-2">{[one.requester, one.reference].filter(Boolean).join(' · ')}</span>
            </span>
            <Status tone={tone}>{word}</Status>
            <span className="text-sm text-ink-2">
              <RelativeTime at={one.at} />
              <span className="block">after {waitWords(one.waitedHours)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
