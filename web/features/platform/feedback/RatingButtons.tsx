import { cx } from '../../../ui/cx.ts'
import { feedbackLabels, ratings, sendLabels } from './labels.ts'

interface RatingButtonsProps {
  rating: number | undefined
  isDisabled: boolean
  onRate: (rating: number) => void
}

export function RatingButtons({ rating, isDisabled, onRate }: RatingButtonsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{sendLabels.selectRating}</legend>
      <div className="grid grid-cols-5 gap-1.5 sm:gap-2">
        {ratings.map(({ value, label, icon: RatingIcon }) => {
          const isSelected = rating === value
          return (
            <button
              key={value}
              type="button"
              aria-label={feedbackLabels.rate({ value, label })}
              aria-pressed={isSelected}
              aria-disabled={isDisabled || undefined}
              onClick={() => !isDisabled && onRate(value)}
              className={cx(
                'flex flex-col items-center gap-1 rounded-md border py-2.5 text-sm shadow-low transition-colors duration-(--quick) hover:border-accent',
                isSelected ? 'border-accent bg-selected' : 'border-line-mid bg-surface hover:bg-hover',
                isDisabled && !isSelected && 'opacity-55',
                isDisabled && 'cursor-not-allowed',
              )}
            >
              <RatingIcon size={24} aria-hidden strokeWidth={1.75} className="text-accent" />
              {label}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
