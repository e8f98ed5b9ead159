import { ArrowLeft, ArrowRight, Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { ErrorSummary, type FieldError } from './ErrorSummary.tsx'
import { Form } from './Form.tsx'
import { canFocusUnasked, focusField, focusFirstError } from './focusField.ts'
import { type KeyValue, KeyValues } from './KeyValues.tsx'
import { BareLink, Link } from './Link.tsx'
import { uiLabels } from './labels.ts'

interface WizardStep {
  id: string
  title: string
  /** Shown below the title while the step is open. */
  description?: ReactNode
  state?: 'done' | 'error'
  /** Undefined until the step can be opened. */
  href?: string
}

interface WizardProps {
  label: string
  steps: readonly WizardStep[]
  current: string
  /** Called by Enter and the main button. Validates the step, then navigates or sets `errors`. */
  onNext: () => unknown
  onBack?: () => void
  /** The first field of the step that still needs a value. */
  firstField?: string | undefined
  /** After each attempt, the first invalid field takes the focus. */
  errors?: readonly FieldError[]
  submitLabel: string
  busy?: boolean
  disabledReason?: string | undefined
  /** A text at the bottom, such as “Draft saved a minute ago”. */
  draft?: ReactNode
  children: ReactNode
  /** Wide screens show it beside the form: consequences, cost, approvers. */
  aside?: ReactNode
}

const noErrors: readonly FieldError[] = []

/**
 * Each step is a form, so Enter continues. When a step opens, the focus moves to its first error, or else to `firstField`, or else to its
 * heading. `<Wizard label="Request an account" steps={steps} current={step} onNext={next} onBack={back} submitLabel="Send the
 * request">…</Wizard>`
 */
export function Wizard(props: WizardProps) {
  const { label, steps, current, onNext, onBack, errors = noErrors, firstField, submitLabel } = props
  const { busy, disabledReason, draft, children, aside } = props
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(current)
  useEffect(() => {
    if (before.current === current) return
    before.current = current
    if (form.current && focusFirstError(form.current)) return
    if (form.current && firstField !== undefined && canFocusUnasked() && focusField(firstField, form.current)) return
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [current, firstField])
  const index = steps.findIndex((step) => step.id === current)
  const step = steps[index]
  const isLast = index === steps.length - 1
  const [attempt, setAttempt] = useState(0)
  const submit = async () => {
    if (busy || disabledReason !== undefined) return
    await onNext()
    setAttempt((previous) => previous + 1)
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 rounded-md border border-line bg-surface">
        <nav aria-label={`${label}: steps`} className="rule-double rounded-t-md bg-sunken">
          <ol className="flex flex-wrap gap-x-1 px-2 sm:px-3">
            {steps.map((item, position) => (
              <StepMark key={item.id} step={item} number={position + 1} open={item.id === current} />
            ))}
          </ol>
        </nav>
        <Form ref={form} onSubmit={submit} aria-label={step?.title}>
          <div className="space-y-5 px-4 pt-5 pb-6 sm:px-6">
            <header>
              <p className="text-xs text-ink-2">
                Step {index + 1} of {steps.length}
              </p>
              <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
                {step?.title}
              </h2>
              {step?.description && <div className="mt-0.5 max-w-prose text-ink-2">{step.description}</div>}
            </header>
            <ErrorSummary errors={errors} attempt={attempt} />
            {children}
          </div>
          <footer className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 rounded-b-md border-t border-line bg-sunken px-4 py-3 sm:px-6">
            <span className="flex-1 text-sm text-ink-2" aria-live="polite">
              {draft}
            </span>
            {onBack && index > 0 && (
              <Button icon={ArrowLeft} onClick={onBack}>
                Back
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              loading={busy}
              disabledReason={disabledReason}
              iconEnd={isLast ? undefined : ArrowRight}
            >
              {isLast ? submitLabel : uiLabels.continue}
            </Button>
          </footer>
        </Form>
      </div>
      {aside && <aside className="min-w-0 space-y-4 xl:sticky xl:top-[calc(var(--sticky-top,0px)+1rem)]">{aside}</aside>}
    </div>
  )
}

function StepMark({ step, number, open }: { step: WizardStep; number: number; open: boolean }) {
  const style = cx(
    'relative flex h-11 items-center gap-2 rounded-sm px-2',
    open ? 'font-semibold text-ink' : 'text-ink-2',
    step.href && !open && 'hover:text-ink',
  )
  const content = (
    <>
      <span
        aria-hidden
        className={cx(
          'grid size-5 place-content-center rounded-full border text-2xs font-semibold tabular-nums',
          step.state === 'error'
            ? 'border-bad bg-bad-soft text-bad'
            : open
              ? 'border-accent bg-accent text-on-accent'
              : step.state === 'done'
                ? 'border-accent bg-accent-soft text-accent'
                : 'border-line-strong',
        )}
      >
        {step.state === 'error' ? <CircleAlert size={13} /> : step.state === 'done' && !open ? <Check size={12} strokeWidth={3} /> : number}
      </span>
      <span className={open ? undefined : 'max-sm:sr-only'}>{step.title}</span>
      {step.state && <span className="sr-only">, {step.state === 'error' ? 'needs your attention' : 'filled in'}</span>}
      {open && <span className="slip-x absolute inset-x-1 -bottom-[3px] h-[3px]" />}
    </>
  )
  return (
    <li aria-current={open ? 'step' : undefined}>
      {step.href && !open ? (
        <BareLink href={step.href} className={style}>
          {content}
        </BareLink>
      ) : (
        <span className={style}>{content}</span>
      )}
    </li>
  )
}

export function ReviewSection({ title, href, items }: { title: string; href: string; items: readonly KeyValue[] }) {
  return (
    <section className="border-t border-line pt-4">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h3 className="text-base">{title}</h3>
        <Link href={href}>
          Change<span className="sr-only"> {title}</span>
        </Link>
      </div>
      <KeyValues items={items} columns={3} />
    </section>
  )
}
