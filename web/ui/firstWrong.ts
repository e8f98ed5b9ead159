/** What may take the focus inside a field. */
const control = ':is(input, textarea, select, button, [tabindex]):not([type=hidden], [aria-hidden=true], [disabled], [tabindex="-1"])'
const wrong = '[aria-invalid=true], [data-wrong]'

/** The control of a field: the one that is wrong or chosen, else its first; the field itself where it has none. */
export function controlIn(field: HTMLElement): HTMLElement {
  const of = (selector: string) => field.querySelector<HTMLElement>(selector)
  return of(`${control}[aria-invalid=true]`) ?? of('input[type=radio]:checked:not([disabled])') ?? of(control) ?? field
}

/** The field with this name, with the room around it in sight. */
export function focusField(name: string, within: ParentNode = document): void {
  const field = within.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  if (field) focusIn(field)
}

/** Puts the focus on the first control with something wrong, or on the summary where that is all there is. */
export function focusFirstWrong(form: HTMLElement): boolean {
  const [first] = [...form.querySelectorAll<HTMLElement>(wrong)].filter((element) => element.checkVisibility())
  if (first) {
    focusIn(first)
    return true
  }
  const summary = form.querySelector<HTMLElement>('[data-errors]')
  summary?.focus()
  // What is refused as a whole stands above the fields; sending it again is one key away.
  if (!summary) form.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  return summary !== null
}

function focusIn(element: HTMLElement): void {
  const target = element.matches(control) ? element : controlIn(element)
  target.focus({ preventScroll: true })
  // With its label and with what is wrong, clear of what sticks to the edges.
  for (const part of [element.closest<HTMLElement>('[data-field]') ?? element, target]) part.scrollIntoView({ block: 'nearest' })
}
