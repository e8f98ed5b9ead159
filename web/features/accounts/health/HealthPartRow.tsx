import { useQuery } from '@tanstack/react-query'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { toneIcon, toneText } from '../../../ui/Status.tsx'
import { type Health, type HealthPart, partStateLabels, partTone, responsibleLabel } from './healthLabels.ts'
import type { HealthProps } from './healthProps.ts'
import { RestoreTags } from './RestoreTags.tsx'

export function HealthPartRow({ part, ...props }: HealthProps & { health: Health; part: HealthPart }) {
  const tone = partTone[part.state]
  const me = useQuery(getMe()).data?.id
  const Glyph = toneIcon[tone]
  const isAssessed = part.state !== 'unknown' && part.state !== 'pending'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="flex min-w-0 flex-1 basis-80 gap-3">
        <Glyph size={17} aria-hidden className={cx('mt-0.5 shrink-0', toneText[tone])} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{part.title}</span>
            <span className="text-xs text-ink-2 tabular-nums">
              {isAssessed ? `${part.points} of ${part.of}` : partStateLabels[part.state]}
            </span>
            {isAssessed && <span className="sr-only">{partStateLabels[part.state]}</span>}
          </p>
          <p className="text-sm wrap-anywhere text-ink-2">{part.why}</p>
        </div>
      </div>
      {part.action && (
        <div className="ml-7 sm:ml-0 sm:max-w-60 sm:text-right">
          {reasonOf(part, 'act') === undefined && <Action part={part} action={part.action} {...props} />}
          <p className="mt-0.5 text-xs text-ink-2">{responsibleLabel(part.owner, me)}</p>
        </div>
      )}
    </li>
  )
}

function Action({
  part,
  action,
  health,
  account,
  onOwners,
  onEdit,
  onRecord,
}: HealthProps & { health: Health; part: HealthPart; action: NonNullable<HealthPart['action']> }) {
  const label = (
    <>
      {action.label}
      <span className="sr-only"> ({part.title})</span>
    </>
  )
  switch (action.at) {
    case 'owners':
      return (
        <Button size="sm" disabledReason={reasonOf(account, 'updateOwners')} onClick={onOwners}>
          {label}
        </Button>
      )
    case 'details':
      if (account.subscriptionId === null)
        return (
          <Button size="sm" disabledReason={reasonOf(account, 'administer')} onClick={onRecord}>
            {label}
          </Button>
        )
      return (
        <Button size="sm" disabledReason={reasonOf(account, 'update')} onClick={onEdit}>
          {label}
        </Button>
      )
    case 'tags':
      return <RestoreTags health={health}>{label}</RestoreTags>
    case 'portal':
      return (
        <Button size="sm" href={action.href ?? 'https://portal.azure.com/'}>
          {label}
        </Button>
      )
    default:
      return (
        <Button size="sm" href={paths.account(account.id, action.at)}>
          {label}
        </Button>
      )
  }
}
