import type { Locator } from 'playwright-core'

/** The button that submits a dialog or form, whatever its label. */
export const submitOf = (scope: Locator): Locator => scope.locator('button[type=submit]')
