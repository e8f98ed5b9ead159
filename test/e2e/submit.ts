import type { Locator } from 'playwright-core'

export const submitOf = (scope: Locator): Locator => scope.locator('button[type=submit]')
