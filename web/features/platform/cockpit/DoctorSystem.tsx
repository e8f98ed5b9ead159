import { count } from '../../../shared/waits.ts'
import { CopyBlock } from '../../../ui/CopyBlock.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Status, type Tone } from '../../../ui/Status.tsx'
import type { DoctorCheck } from './types.ts'

const statuses: Record<DoctorCheck['status'], { tone: Tone; label: string }> = {
  failed: { tone: 'bad', label: 'Missing' },
  unknown: { tone: 'warn', label: 'Not checked' },
  warning: { tone: 'warn', label: 'Warning' },
  unverified: { tone: 'neutral', label: 'Proven only by a write' },
  ok: { tone: 'ok', label: 'OK' },
}

/** The checks of one system: only the ones that need attention are open. */
export function DoctorSystem({ category, checks }: { category: string; checks: readonly DoctorCheck[] }) {
  const open = checks.filter(({ status }) => status === 'failed' || status === 'unknown' || status === 'warning')
  const closed = checks.filter((check) => !open.includes(check))
  return (
    <div className="space-y-4">
      {open.map((check) => (
        <Attention key={check.id} {...check} />
      ))}
      {closed.length > 0 && (
        <Disclosure label={`${count(closed.length, 'check')} without problems`} about={category}>
          <ul className="space-y-1.5 text-sm">
            {closed.map(({ id, title, status, detail }) => (
              <li key={id} className="wrap-anywhere">
                <Status tone={statuses[status].tone}>{statuses[status].label}</Status> {title}
                {detail && <span className="block text-ink-2">{detail}</span>}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function Attention({ title, status, scope, detail, without, command, steps }: DoctorCheck) {
  return (
    <div className="space-y-1.5">
      <p className="wrap-anywhere">
        <Status tone={statuses[status].tone}>{statuses[status].label}</Status> <span className="font-medium">{title}</span>
        {scope && <span className="text-ink-2"> for {scope}</span>}
      </p>
      {detail && <p className="text-sm wrap-anywhere">{detail}</p>}
      {without && <p className="text-sm">Without it: {without}.</p>}
      {command && <CopyBlock text={command} what={`command for ${title}`} wrap />}
      {steps && <p className="text-sm wrap-anywhere">{steps}</p>}
    </div>
  )
}
