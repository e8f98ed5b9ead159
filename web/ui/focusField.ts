const control = ':is(input, textarea, select, button, [tabindex]):not([type=hidden], [aria-hidden=true], [disabled], [tabindex="-1"])'
const errors = '[aria-invalid=true], [data-wrong]'

/** Returns the invalid or selected control, or else the first control, or else the field itself. */
function controlIn(field: HTMLElement): HTMLElement {
  const find = (selector: string) => field.querySelector<HTMLElement>(selector)
  return find(`${control}[aria-invalid=true]`) ?? find('input[type=radio]:checked:not([disabled])') ?? find(control) ?? field
}

/** The keyboard of a touch screen opens when a field gets the focus, and covers the screen. */
export const canFocusUnasked = (): boolean => matchMedia('(pointer: fine)').matches

export function focusField(name: string, container: ParentNode = document): boolean {
  const field = container.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  if (field) focusIn(field)
  return field !== null
}

export function focusFirstError(form: HTMLElement): boolean {
  const [first] = [...form.querySelectorAll<HTMLElement>(errors)].filter((element) => element.checkVisibility())
  if (first) {
    focusIn(first)
    return true
  }
  const summary = form.querySelector<HTMLElement>('[data-errors]')
  summary?.focus()
  // An error of the whole form is above the fields. The focus stays, so that one key press sends the form again.
  if (!summary) form.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  return summary !== null
}

function focusIn(element: HTMLElement): void {
  const target = element.matches(control) ? element : controlIn(element)
  target.focus({ preventScroll: true })
  // The label and the error must be visible too, clear of sticky bars.
  for (const part of [element.closest<HTMLElement>('[data-field]') ?? element, target]) part.scrollIntoView({ block: 'nearest' })
}
