import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { PeopleChips } from '../../../shared/PeopleChips.tsx'
import { Status } from '../../../ui/Status.tsx'
import { placeWords } from './placeWords.ts'
import type { Trial } from './types.ts'

const outcomes = {
  approved: { tone: 'ok', words: 'Approved at once' },
  rejected: { tone: 'bad', words: 'Refused at once' },
  stages: { tone: 'info', words: 'People are asked' },
  unruled: { tone: 'warn', words: 'Nobody could decide' },
} as const

interface TrialWordsProps {
  trial: Trial
  draft: Parameters<typeof placeWords>[1]
  withConditions?: boolean
}

export function TrialWords({ trial, draft, withConditions }: TrialWordsProps) {
  const { tone, words } = outcomes[trial.outcome]
  return (
    <div className="space-y-3">
      <div>
        <Status tone={tone}>{words}</Status>
        {trial.because && <p className="mt-1">“{trial.because}”</p>}
        {trial.outcome !== 'stages' &&
          trial.matched.map(({ place, reading }) => (
            <p key={place} className="mt-1 text-sm text-ink-2">
              Because {reading}.
            </p>
          ))}
      </div>
      {trial.stages.length > 0 && (
        <ol aria-label="Who would be asked" className="space-y-2">
          {trial.stages.map(({ name, minimum, people, fallback }, place) => (
            <li key={name} className="border-l-2 border-line-mid pl-3">
              <p className="font-medium">
                {place + 1}. {name}
                {minimum > 1 && <span className="font-normal text-ink-2"> · {minimum} of them</span>}
              </p>
              {people.length > 0 ? (
                <PeopleChips people={people} />
              ) : (
                <p className="text-sm text-warn">Nobody can decide on it at present.</p>
              )}
              {fallback && <p className="text-xs text-ink-2">They stand in: the rule itself names nobody who can.</p>}
            </li>
          ))}
        </ol>
      )}
      {withConditions && trial.conditions.length > 0 && (
        <div>
          <h3 className="mb-1 text-sm font-semibold">Conditions</h3>
          <ul className="divide-y divide-line">
            {trial.conditions.map(({ place, holds, problem }) => {
              const Glyph = holds === null ? CircleHelp : holds ? CircleCheck : CircleX
              return (
                <li key={place} className="flex gap-2 py-1.5 text-sm">
                  <Glyph size={15} aria-hidden className={holds ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-ink-3'} />
                  <span className="min-w-0 flex-1">{placeWords(place, draft)}</span>
                  <span className="text-ink-2">{holds === null ? (problem ?? 'cannot be said') : holds ? 'holds' : 'does not hold'}</span>
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </div>
  )
}
