import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { placeTooltip } from './placeTooltip.ts'

const hoverMs = 350
/** Time to move the pointer from an element onto its tooltip. */
const leaveMs = 100
const trigger = '[data-tooltip]'

interface Shown {
  anchor: HTMLElement
  text: string
}

/** A button whose menu or popover is open needs no tooltip, and Escape closes what it opened. */
const textOf = (anchor: HTMLElement) => (anchor.ariaExpanded === 'true' ? undefined : anchor.dataset['tooltip'])

/**
 * The one tooltip of the page. It shows `data-tooltip` of the element under the pointer or with visible focus, so that hundreds of buttons
 * cost nothing. It is hidden from screen readers, which read the same text as a name or description.
 */
export function TooltipLayer() {
  const popup = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown>()
  useEffect(() => watchPointerAndFocus(popup, setShown), [])
  useLayoutEffect(() => {
    if (!shown) return
    const { anchor } = shown
    const place = () => popup.current && placeTooltip(popup.current, anchor)
    // A press can change the text or remove the element.
    const refresh = () => {
      const text = anchor.isConnected ? textOf(anchor) : undefined
      if (text !== shown.text) setShown(text ? { anchor, text } : undefined)
    }
    const changes = new MutationObserver(refresh)
    changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-tooltip', 'aria-expanded'] })
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      changes.disconnect()
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [shown])
  return (
    shown && (
      <div
        ref={popup}
        aria-hidden
        className="popup fixed z-70 w-max max-w-72 border-ink! bg-ink! px-2 py-1 text-xs text-surface starting:scale-98 starting:opacity-0"
      >
        {shown.text}
      </div>
    )
  )
}

function watchPointerAndFocus(popup: { current: HTMLElement | null }, show: (shown: Shown | undefined) => void): () => void {
  let open: HTMLElement | undefined
  let next: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (anchor: HTMLElement | undefined) => {
    clearTimeout(timer)
    open = next = anchor
    const text = anchor && textOf(anchor)
    show(anchor && text ? { anchor, text } : undefined)
  }
  const over = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    const wanted = popup.current?.contains(target) ? open : (target.closest<HTMLElement>(trigger) ?? undefined)
    if (wanted === next) return
    clearTimeout(timer)
    next = wanted
    // Moving between elements with tooltips needs no delay.
    if (wanted && open) set(wanted)
    else if (wanted !== open) timer = setTimeout(() => set(wanted), wanted ? hoverMs : leaveMs)
  }
  const focus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.matches(`${trigger}:focus-visible`)) set(target)
  }
  const leave = ({ target }: Event) => {
    if (target === open || target === document.documentElement) set(undefined)
  }
  const dismiss = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The dialog or list below stays open.
    if (popup.current) event.stopPropagation()
    set(undefined)
  }
  document.addEventListener('pointerover', over)
  document.addEventListener('focusin', focus)
  document.addEventListener('focusout', leave)
  document.documentElement.addEventListener('pointerleave', leave)
  document.addEventListener('keydown', dismiss, { capture: true })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', over)
    document.removeEventListener('focusin', focus)
    document.removeEventListener('focusout', leave)
    document.documentElement.removeEventListener('pointerleave', leave)
    document.removeEventListener('keydown', dismiss, { capture: true })
  }
}
