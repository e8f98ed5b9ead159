import { ExternalLink, LoaderCircle } from 'lucide-react'
import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import type { Icon } from './icon.ts'
import { BareLink, newTabProps } from './Link.tsx'
import { uiLabels } from './labels.ts'
import { tooltip as tooltipOf } from './Tooltip.tsx'

const variants = {
  primary: 'bg-accent text-on-accent border-accent hover:bg-accent-strong hover:border-accent-strong shadow-low',
  secondary: 'bg-surface text-ink border-line-mid hover:bg-hover hover:border-line-strong shadow-low',
  quiet: 'bg-transparent text-ink-2 border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-bad-fill text-[#fff] border-bad-fill hover:brightness-90 shadow-low',
}
const sizes = { sm: 'h-7 px-2 text-sm gap-1.5', md: 'h-8 px-3 gap-2', lg: 'h-10 px-4 text-md gap-2' }
const squares = { sm: 'size-7', md: 'size-8', lg: 'size-10' }
const shape =
  'inline-flex shrink-0 items-center justify-center rounded-md border font-medium whitespace-nowrap select-none transition-colors duration-(--quick)'

interface SharedProps {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  icon?: Icon
  /** A button with a reason is disabled but focusable, and shows the reason. */
  disabledReason?: string | undefined
  /** Shows a spinner, keeps the button's width and ignores clicks. */
  loading?: boolean
}

export type ButtonProps = SharedProps &
  Omit<ComponentPropsWithRef<'button'>, 'disabled'> & {
    children: ReactNode
    href?: string
    newTab?: boolean
    iconEnd?: Icon
  }

/**
 * `<Button variant="primary" icon={Plus} disabledReason={reason}>Request account</Button>` A view has one primary button; `danger` is only
 * for confirming dialogs. The `disabledReason` is for states; without the role for the action, the button is left out (`isAllowed`).
 */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon: Lead,
  iconEnd: Trail,
  children,
  href,
  newTab = false,
  className,
  ...remaining
}: ButtonProps) {
  const glyph = size === 'lg' ? 18 : 16
  const spinner = <LoaderCircle size={glyph} className="spin" aria-hidden />
  const content = (
    <>
      {Lead && (remaining.loading ? spinner : <Lead size={glyph} aria-hidden className="-ml-0.5" />)}
      {/* Without an icon, the spinner covers the text, so that the button keeps its width. */}
      {remaining.loading && !Lead ? (
        <span className="relative inline-flex items-center gap-2">
          <span className="absolute inset-0 grid place-content-center">{spinner}</span>
          <span className="opacity-0">{children}</span>
        </span>
      ) : (
        children
      )}
      {newTab && <span className="sr-only">{uiLabels.newTab}</span>}
      {newTab && <ExternalLink size={glyph} aria-hidden className="-mr-0.5" />}
      {Trail && <Trail size={glyph} aria-hidden className="-mr-0.5" />}
    </>
  )
  const style = cx(shape, variants[variant], sizes[size], className)
  if (href !== undefined && remaining.disabledReason === undefined) {
    return (
      <BareLink href={href} className={style} {...(newTab && newTabProps)}>
        {content}
      </BareLink>
    )
  }
  return (
    <GuardedButton {...remaining} className={style}>
      {content}
    </GuardedButton>
  )
}

type IconButtonProps = SharedProps &
  Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> & {
    icon: Icon
    label: string /** Set to `false` if the icon is clear enough, as in the corner of a dialog. */
    tooltip?: boolean
  }

/** The label is the accessible name and the tooltip. `<IconButton icon={X} label="Close" />` */
export function IconButton({
  variant = 'quiet',
  size = 'md',
  icon: Glyph,
  label,
  tooltip = true,
  className,
  ...remaining
}: IconButtonProps) {
  return (
    <GuardedButton
      {...(tooltip && tooltipOf(label))}
      {...remaining}
      aria-label={label}
      className={cx(shape, variants[variant], squares[size], className)}
    >
      {remaining.loading ? <LoaderCircle size={16} className="spin" aria-hidden /> : <Glyph size={16} aria-hidden />}
    </GuardedButton>
  )
}

/** A disabled button stays focusable. The reason is its description and tooltip. */
function GuardedButton({
  disabledReason,
  loading,
  onClick,
  type = 'button',
  className,
  children,
  ...remaining
}: Omit<SharedProps, 'icon'> & ComponentPropsWithRef<'button'>) {
  const reasonId = useId()
  const rejection = disabledReason !== undefined
  // The button must keep its place among the children, because a new button would lose the focus.
  return (
    <>
      <button
        {...remaining}
        {...(rejection && tooltipOf(disabledReason))}
        type={rejection ? 'button' : type}
        className={cx(className, rejection && 'cursor-not-allowed! opacity-55 shadow-none! hover:brightness-100')}
        aria-disabled={rejection || loading || undefined}
        aria-busy={loading || undefined}
        aria-describedby={rejection ? reasonId : remaining['aria-describedby']}
        onClick={rejection || loading ? (event: MouseEvent) => event.preventDefault() : onClick}
      >
        {children}
      </button>
      {rejection && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}
