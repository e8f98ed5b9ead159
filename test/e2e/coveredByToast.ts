import type { Page } from 'playwright-core'

const toastSelector = '[role=dialog][data-type]:not([data-limited], [data-ending-style])'

/**
 * Waits for a toast, and lists the controls that it covers: the controls that are partly reachable without the toast. A control that is scrolled
 * beneath the header, or behind a dialog, is not reachable there.
 */
export async function coveredByToast(page: Page): Promise<string[]> {
  await page.locator(toastSelector).waitFor()
  return page.locator(toastSelector).evaluate((toast) => {
    const area = toast.getBoundingClientRect()
    const region = toast.closest<HTMLElement>('[role=region]')!
    const covered = new Set<string>()
    region.style.visibility = 'hidden'
    for (let y = area.top; y <= area.bottom; y += 4)
      for (let x = area.left; x <= area.right; x += 8) {
        const control = document.elementFromPoint(x, y)?.closest('a[href], button, input, select, textarea, summary, label, [tabindex="0"]')
        if (control) covered.add(control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)
      }
    region.style.visibility = ''
    return [...covered]
  })
}

export const toastOf = (page: Page) => page.locator(toastSelector)
