import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { placeTooltip } from './placeTooltip.ts'

const hoverMs = 350
/** In this time, the pointer can move from an element to its tooltip. */
const leaveMs = 100
const trigger = '[data-tooltip]'

interface TooltipContent {
  anchor: HTMLElement
  text: string
}

/** A button with an open menu or popover needs no tooltip, and Escape must close the menu or popover. */
const textOf = (anchor: HTMLElement) => (anchor.ariaExpanded === 'true' ? undefined : anchor.dataset['tooltip'])

/**
 * The only tooltip of the page. It shows `data-tooltip` of the element under the pointer or with visible focus, so that hundreds of buttons
 * have no cost. It is hidden from screen readers, which read the same text as a name or description.
 */
export function TooltipLayer() {
  const popup = useRef<HTMLDivElement>(null)
  const [visibleTooltip, setVisibleTooltip] = useState<TooltipContent>()
  useEffect(() => watchPointerAndFocus(popup, setVisibleTooltip), [])
  useLayoutEffect(() => {
    if (!visibleTooltip) return
    const { anchor } = visibleTooltip
    const place = () => popup.current && placeTooltip(popup.current, anchor)
    // A press can change the text or remove the element.
    const refresh = () => {
      const text = anchor.isConnected ? textOf(anchor) : undefined
      if (text !== visibleTooltip.text) setVisibleTooltip(text ? { anchor, text } : undefined)
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
  }, [visibleTooltip])
  return (
    visibleTooltip && (
      <div
        ref={popup}
        aria-hidden
        className="popup fixed z-70 w-max max-w-72 border-ink! bg-ink! px-2 py-1 text-xs text-surface starting:scale-98 starting:opacity-0"
      >
        {visibleTooltip.text}
      </div>
    )
  )
}

function watchPointerAndFocus(
  popup: { current: HTMLElement | null },
  show: (visibleTooltip: TooltipContent | undefined) => void,
): () => void {
  let open: HTMLElement | undefined
  let next: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (anchor: HTMLElement | undefined) => {
    clearTimeout(timer)
    open = next = anchor
    const text = anchor && textOf(anchor)
    show(anchor && text ? { anchor, text } : undefined)
  }
  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    const hoveredTrigger = popup.current?.contains(target) ? open : (target.closest<HTMLElement>(trigger) ?? undefined)
    if (hoveredTrigger === next) return
    clearTimeout(timer)
    next = hoveredTrigger
    // Between elements with tooltips, there is no delay.
    if (hoveredTrigger && open) set(hoveredTrigger)
    else if (hoveredTrigger !== open) timer = setTimeout(() => set(hoveredTrigger), hoveredTrigger ? hoverMs : leaveMs)
  }
  const focus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.matches(`${trigger}:focus-visible`)) set(target)
  }
  const onFocusOut = ({ target }: Event) => {
    if (target === open || target === document.documentElement) set(undefined)
  }
  const dismiss = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Escape closes only the tooltip, not the dialog or list below it.
    if (popup.current) event.stopPropagation()
    set(undefined)
  }
  document.addEventListener('pointerover', onPointerOver)
  document.addEventListener('focusin', focus)
  document.addEventListener('focusout', onFocusOut)
  document.documentElement.addEventListener('pointerleave', onFocusOut)
  document.addEventListener('keydown', dismiss, { capture: true })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', onPointerOver)
    document.removeEventListener('focusin', focus)
    document.removeEventListener('focusout', onFocusOut)
    document.documentElement.removeEventListener('pointerleave', onFocusOut)
    document.removeEventListener('keydown', dismiss, { capture: true })
  }
}
