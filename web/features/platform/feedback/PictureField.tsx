import { ImagePlus, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { FieldErrorText } from '../../../ui/Field.tsx'
import { pictureLabels, pictureTypeLabels } from './labels.ts'
import type { PictureInput } from './usePicture.ts'

export function PictureField({ input: { picture, isPreparing, isOver, error, take, remove } }: { input: PictureInput }) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  return (
    <fieldset aria-describedby={cx(`${id}-hint`, error && `${id}-error`)} className="min-w-0">
      <legend className="font-medium">
        {pictureLabels.title} <span className="font-normal text-ink-3">(optional)</span>
      </legend>
      <div className={cx('mt-1 space-y-3 rounded-md border border-dashed p-3', isOver ? 'border-accent bg-selected' : 'border-line-mid')}>
        {picture && (
          <>
            <img
              src={picture.dataUrl}
              alt={pictureLabels.preview}
              width={picture.width}
              height={picture.height}
              className="h-auto max-h-40 w-auto max-w-full rounded-sm border border-line object-contain"
            />
            <p className="flex gap-1.5 text-sm">
              <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
              {pictureLabels.warning}
            </p>
          </>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button ref={choose} size="sm" icon={ImagePlus} onClick={() => file.current?.click()}>
            {picture ? pictureLabels.replace : pictureLabels.choose}
          </Button>
          {picture && (
            <Button
              size="sm"
              aria-label={pictureLabels.removeNamed}
              onClick={() => {
                remove()
                choose.current?.focus()
              }}
            >
              {pictureLabels.remove}
            </Button>
          )}
          <p id={`${id}-hint`} className="text-sm text-ink-2">
            {isPreparing ? (
              <span className="flex items-center gap-1.5">
                <LoaderCircle size={15} aria-hidden className="spin" />
                {pictureLabels.preparing}
              </span>
            ) : (
              pictureLabels.hint
            )}
          </p>
        </div>
        {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
      </div>
      <input
        ref={file}
        type="file"
        accept={Object.keys(pictureTypeLabels).join()}
        tabIndex={-1}
        aria-label={pictureLabels.title}
        className="hidden"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </fieldset>
  )
}
