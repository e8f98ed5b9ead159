import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { cx } from '../../../ui/cx.ts'
import { BareLink } from '../../../ui/Link.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { describeForecast, sandboxSentence } from './labels.ts'
import { nextStepOf } from './nextStep.ts'
import { RemainingLease } from './RemainingLease.tsx'
import { SandboxStatus } from './SandboxStatus.tsx'
import { describeRate, SpendMeter } from './SpendMeter.tsx'
import type { SandboxSummary } from './types.ts'

const lives = new Set(['active', 'expiring', 'frozen'])

export function SandboxCard({ sandbox }: { sandbox: SandboxSummary }) {
  const { budget, queue, memberCount, owners } = sandbox
  const next = nextStepOf(sandbox)
  const sentence = sandboxSentence(sandbox)
  const rate = describeRate(budget)
  const forecast = describeForecast(budget, useNow('halfMinute'))
  return (
    <article className="relative flex h-full flex-col rounded-md border border-line bg-surface transition-colors duration-(--quick) hover:border-ink-2 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent">
      <header className="px-4 pt-3.5">
        <p className="flex items-center justify-between gap-3 text-xs text-ink-2">
          <span className="truncate">{sandbox.template.name}</span>
          <span className="shrink-0 text-sm">
            <SandboxStatus status={sandbox.status} />
          </span>
        </p>
        <h3 className="mt-0.5 text-base font-semibold wrap-anywhere">
          <BareLink href={paths.sandbox(sandbox.id)} className="outline-none after:absolute after:inset-0 after:content-['']">
            {sandbox.name}
          </BareLink>
        </h3>
        {sentence ? (
          <p className="mt-0.5 text-sm text-ink-2">
            {sentence}
            {queue?.estimatedAt && (
              <>
                , expected <RelativeTime at={queue.estimatedAt} />
              </>
            )}
            .
          </p>
        ) : (
          <p className="mt-0.5 line-clamp-2 text-sm text-ink-2">{sandbox.purpose}</p>
        )}
      </header>
      <div className="mt-3 flex-1 space-y-3 px-4 pb-3">
        {sandbox.failure?.step && (
          <p className="text-sm wrap-anywhere text-ink-2">
            Failed at “{sandbox.failure.step}” <RelativeTime at={sandbox.failure.since} />
          </p>
        )}
        {sandbox.status !== 'deleting' && <RemainingLease lease={sandbox.lease} />}
        {lives.has(sandbox.status) && (
          <div>
            <SpendMeter budget={budget} />
            {forecast && (
              <p className={cx('mt-1 text-sm', sandbox.needsAction && budget.freezesAt ? 'text-warn' : 'text-ink-2')}>{forecast}</p>
            )}
          </div>
        )}
      </div>
      <footer className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 rounded-b-md border-t border-line bg-sunken px-4 py-2 text-sm text-ink-2">
        <span>
          {count(owners.length, 'owner')}, {count(memberCount, 'member')}
          {lives.has(sandbox.status) && rate && ` · ${rate}`}
        </span>
        {next && <span className={cx('font-medium', next.urgent ? 'text-warn' : 'text-accent')}>{next.text}</span>}
      </footer>
    </article>
  )
}
