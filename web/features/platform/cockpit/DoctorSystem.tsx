import { CopyBlock } from '../../../ui/CopyBlock.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { countChecks, describeCheck, labelOfCheck } from './doctorSummary.ts'
import type { DoctorCheck } from './types.ts'

const tones: Record<DoctorCheck['status'], Tone> = { failed: 'bad', unknown: 'warn', warning: 'warn', unverified: 'neutral', ok: 'ok' }

export function DoctorSystem({ category, checks }: { category: string; checks: readonly DoctorCheck[] }) {
  const open = checks.filter(({ status }) => status === 'failed' || status === 'unknown' || status === 'warning')
  const closed = checks.filter((check) => !open.includes(check))
  return (
    <div className="space-y-4">
      {open.map((check) => (
        <Attention key={check.id} {...check} />
      ))}
      {closed.length > 0 && (
        <Disclosure label={countChecks(closed)} about={category}>
          <ul className="space-y-1.5 text-sm">
            {closed.map((check) => (
              <li key={check.id} className="wrap-anywhere">
                <Status wraps tone={tones[check.status]}>
                  {describeCheck(check)}
                </Status>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function Attention(check: DoctorCheck) {
  const { title, status, scope, detail, without, command, steps, failedSince } = check
  return (
    <div className="space-y-1.5">
      <p className="wrap-anywhere">
        <Status tone={tones[status]}>{labelOfCheck(check)}</Status> <span className="font-medium">{title}</span>
        {scope && <span className="text-ink-2"> for {scope}</span>}
      </p>
      {detail && <p className="text-sm wrap-anywhere">{detail}</p>}
      {failedSince && (
        <p className="text-sm text-ink-2">
          First found <RelativeTime at={failedSince} />.
        </p>
      )}
      {without && <p className="text-sm">Without it: {without}.</p>}
      {command && <CopyBlock text={command} kind={`command for ${title}`} wrap />}
      {steps && <p className="text-sm wrap-anywhere">{steps}</p>}
    </div>
  )
}
