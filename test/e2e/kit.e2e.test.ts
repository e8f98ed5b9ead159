import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountsScreenLabels, formPieceLabels, piecesLabels } from '../../web/gallery/galleryLabels.ts'
import { people } from '../../web/gallery/sampleAccounts.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { uiLabels } from '../../web/ui/labels.ts'
import { numberLabels } from '../../web/ui/numberLabels.ts'
import { maxWaitMs, until } from '../until.ts'
import { violationsOn } from './barriers.ts'
import { openBrowser } from './browser.ts'

const web = fileURLToPath(new URL('../../web', import.meta.url))
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; report-to csp"
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const screens = [
  '/accounts',
  '/accounts?state=loading',
  '/accounts?state=empty',
  '/accounts?state=error',
  '/pieces',
  '/roles',
  '/nowhere',
  '/sign-in',
]

let dist: string
let server: Server
let gallery: string
let browser: Browser
const pages: Page[] = []

beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'slipway-kit-'))
  await build({
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: dist, emptyOutDir: true, rollupOptions: { input: path.join(web, 'gallery/index.html') } },
  })
  server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://gallery').pathname.replace(/^\/app\//, '')
    const body = await readFile(path.join(dist, name)).catch(() => undefined)
    if (!body) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': types[path.extname(name)] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'reporting-endpoints': 'csp="/reports"',
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  gallery = `http://127.0.0.1:${(server.address() as AddressInfo).port}/app/gallery/index.html`
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  server?.close()
  await rm(dist, { recursive: true, force: true })
})
afterEach(() => closePages())

async function open(address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(maxWaitMs)
  pages.push(page)
  await page.addInitScript(() => {
    const policyViolations: string[] = []
    Object.assign(window, { seen: policyViolations })
    document.addEventListener('securitypolicyviolation', (event) =>
      policyViolations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    )
    window.addEventListener('error', (event) => policyViolations.push(event.message))
  })
  await page.goto(`${gallery}#${address}`)
  await page.locator('h1').first().waitFor()
  return page
}

const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim())
const textOfFocused = (page: Page) =>
  page.evaluate(() => {
    const describedBy = document.activeElement?.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? ''
    return describedBy
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  })
const announced = (page: Page) => page.locator('[role=status][aria-live=polite]').textContent()
const filterOf = (page: Page) => page.getByRole('combobox', { name: accountsScreenLabels.filter })
const chips = (page: Page) => page.getByRole('button', { name: uiLabels.editCondition('') }).allInnerTexts()

describe('DataTable', () => {
  it('has one tab stop, and moves inside with the arrow keys', async () => {
    const page = await open('/accounts')
    const grid = page.getByRole('grid', { name: accountsScreenLabels.list })
    const listTabStops = () =>
      grid.evaluate((table) => [...table.querySelectorAll<HTMLElement>('*')].filter((element) => element.tabIndex >= 0).length)
    expect(await listTabStops()).toBe(1)
    await grid.locator('tbody tr').first().getByRole('link').focus()
    const name = await focused(page)
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe(await grid.locator('tbody tr').nth(1).getByRole('link').textContent())
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe(name)
    await page.keyboard.press('Home')
    expect(await focused(page)).toBe(uiLabels.selectRow(name))
    await page.keyboard.press('Space')
    expect(await grid.locator('tbody tr').first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('End')
    expect(await focused(page)).toContain('£')
    await page.keyboard.press('Control+Home')
    expect(await focused(page)).toBe(uiLabels.selectAllRows)
    await page.keyboard.press('Control+End')
    expect(await focused(page)).toBe(await grid.locator('tbody tr').last().locator('td').last().textContent())
    expect(await listTabStops()).toBe(1)
  })

  it('sorts by its headers, announces this, and keeps the focus', async () => {
    const page = await open('/accounts')
    const head = page.getByRole('columnheader', { name: accountsScreenLabels.cost })
    await head.getByRole('button').focus()
    await page.keyboard.press('Enter')
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
    await page.keyboard.press('Enter')
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    expect(await focused(page)).toBe(accountsScreenLabels.cost)
  })

  it('keeps the focus in the table when the rows change', async () => {
    const page = await open('/accounts')
    await page.locator('tbody tr').nth(3).getByRole('link').focus()
    await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Next page"]')?.click())
    await until(() => page.evaluate(() => !!document.activeElement?.closest('table')))
    await page.getByText('26–50 of').waitFor()
  })

  it('hides, moves and resizes columns', async () => {
    const page = await open('/accounts')
    const heads = () => page.getByRole('columnheader').allInnerTexts()
    await page.getByRole('button', { name: uiLabels.columns }).click()
    await page.getByRole('checkbox', { name: accountsScreenLabels.tower }).uncheck()
    // The first move only passes the hidden column.
    await page.getByRole('button', { name: uiLabels.moveDown(accountsScreenLabels.status) }).click()
    await page.getByRole('button', { name: uiLabels.moveDown(accountsScreenLabels.status) }).click()
    await page.getByRole('radio', { name: uiLabels.compact }).check({ force: true })
    await page.keyboard.press('Escape')
    expect((await heads()).filter(Boolean).slice(0, 3)).toEqual([
      accountsScreenLabels.name,
      accountsScreenLabels.environment,
      accountsScreenLabels.status,
    ])
    expect((await page.locator('tbody tr').first().boundingBox())?.height).toBe(28)
  })

  it('keeps its layout when the rows arrive', async () => {
    const shape = async (address: string) => {
      const page = await open(address)
      const boxes = await page
        .getByRole('columnheader')
        .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().x)))
      return { boxes, row: (await page.locator('tbody tr').first().boundingBox())?.height }
    }
    expect(await shape('/accounts?state=loading')).toEqual(await shape('/accounts'))
  })
})

describe('PropertyFilter', () => {
  it('builds a filter from property, operator and value by keyboard', async () => {
    const page = await open('/accounts')
    const input = filterOf(page)
    await input.focus()
    await page.keyboard.type('sta')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: accountsScreenLabels.active, exact: true }).waitFor()
    // The open list must neither take the focus nor hide the focused element.
    expect(await page.evaluate(() => document.activeElement?.closest('[aria-hidden=true],[inert]'))).toBeNull()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await chips(page)).toEqual(['Status is Provisioning'])
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true)
    const waitForOption = (option: string) => page.getByRole('option', { name: option, selected: true }).waitFor()
    await page.keyboard.type('tower')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await waitForOption(accountsScreenLabels.oneOf)
    await page.keyboard.press('Enter')
    await waitForOption('Digital')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await waitForOption('Stores')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await chips(page)).toEqual(['Status is Provisioning', 'Tower is one of Digital, Stores'])
    await page.getByText('of 10,000+').waitFor({ state: 'hidden' })
  })

  it('reads a typed condition, switches between “and” and “or”, and edits and removes conditions', async () => {
    const page = await open('/accounts')
    const input = filterOf(page)
    await input.focus()
    await page.keyboard.type('status = failed')
    await page.keyboard.press('Enter')
    await page.keyboard.type('findings>=20')
    await page.keyboard.press('Enter')
    expect(await chips(page)).toEqual(['Status is Failed', 'Findings is at least 20'])
    await page.getByRole('button', { name: uiLabels.switchJoin.and }).press('Enter')
    await page.getByRole('button', { name: uiLabels.switchJoin.or }).waitFor()
    await page.getByRole('button', { name: uiLabels.editCondition('Findings is at least 20') }).press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    expect(await chips(page)).toEqual(['Status is Failed', 'Findings is at least 30'])
    await page.keyboard.press('Backspace')
    expect(await focused(page)).toBe(uiLabels.editCondition('Findings is at least 30'))
    await page.keyboard.press('Delete')
    expect(await chips(page)).toEqual(['Status is Failed'])
    await page.keyboard.type('pay')
    await page.keyboard.press('Enter')
    expect(await chips(page)).toEqual(['Status is Failed', '“pay”'])
    await page.getByRole('button', { name: uiLabels.clearFilters }).click()
    expect(await chips(page)).toEqual([])
  })

  it('accepts a pasted filter', async () => {
    const page = await open('/accounts')
    await filterOf(page).evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'Status is one of Active, Failed or Findings is at most 3')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await until(async () => (await chips(page)).length === 2)
    expect(await chips(page)).toEqual(['Status is one of Active, Failed', 'Findings is at most 3'])
    await page.getByRole('button', { name: uiLabels.switchJoin.or }).waitFor()
  })

  it('discards a draft with Escape', async () => {
    const page = await open('/accounts')
    await filterOf(page).focus()
    await page.keyboard.type('owner')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: people[0]! }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('listbox').count()).toBe(0)
    expect(await chips(page)).toEqual([])
  })
})

describe('Form', () => {
  it('focuses the first error, from its own checks or from the response', async () => {
    const page = await open('/pieces')
    const form = page.getByRole('form', { name: formPieceLabels.title })
    await form.getByRole('button', { name: formPieceLabels.send }).click()
    await until(async () => (await textOfFocused(page)).includes(formPieceLabels.noName))
    expect(await focused(page)).toBe('')
    await page.keyboard.type('till')
    await page.keyboard.press('Enter')
    await form.getByText(formPieceLabels.noName).waitFor({ state: 'detached' })
    await page.evaluate(() => dispatchEvent(new Event('answer')))
    await until(async () => (await textOfFocused(page)).includes(formPieceLabels.noRoom))
    expect(await page.evaluate(() => document.activeElement === document.querySelector('[data-field=regions] input'))).toBe(true)
  })

  it('keeps the focus of people who moved to another field before the response', async () => {
    const page = await open('/pieces')
    const form = page.getByRole('form', { name: formPieceLabels.title })
    await form.getByRole('textbox').first().fill('till')
    await form.getByRole('textbox').first().press('Enter')
    await form.getByRole('checkbox', { name: formPieceLabels.region }).click()
    await page.evaluate(() => dispatchEvent(new Event('answer')))
    await form.getByText(formPieceLabels.noRoom).waitFor()
    expect(await form.getByRole('checkbox', { name: formPieceLabels.region }).evaluate((box) => box === document.activeElement)).toBe(true)
  })
})

it('moves the focus to the nearest element when the focused element disappears', async () => {
  const page = await open('/pieces')
  await page.getByRole('button', { name: piecesLabels.remove('shop') }).focus()
  await page.keyboard.press('Enter')
  await until(async () => (await focused(page)) === piecesLabels.remove('stock'))
  await page.keyboard.press('Enter')
  await until(async () => (await focused(page)) === piecesLabels.remove('till'))
  await page.keyboard.press('Enter')
  await until(async () => (await focused(page)) === formPieceLabels.send)
})

describe('NumberField', () => {
  const duration = (page: Page) => page.getByRole('textbox', { name: piecesLabels.duration })

  it('replaces its number when a person moves to it with Tab and types', async () => {
    const page = await open('/pieces')
    const days = duration(page)
    expect(await days.inputValue()).toBe('30')
    await page.getByRole('combobox', { name: piecesLabels.family }).focus()
    await until(async () => {
      await page.keyboard.press('Tab')
      return days.evaluate((element) => element === document.activeElement)
    })
    await page.keyboard.type('5')
    expect(await days.inputValue()).toBe('5')
  })

  it('keeps text that it can’t read, and shows an error below it', async () => {
    const page = await open('/pieces')
    const days = duration(page)
    const error = page.getByText(numberLabels.enterNumber('number', '1', '90'))
    for (const text of ['2o', '-', '1e1', '½', '200', '-3', '0']) {
      await days.fill(text)
      expect(await days.getAttribute('aria-invalid')).toBeNull()
      await page.keyboard.press('Tab')
      expect(await days.inputValue()).toBe(text)
      expect(await days.getAttribute('aria-invalid')).toBe('true')
      expect(await error.count()).toBe(1)
      await days.fill('20')
      expect(await error.count()).toBe(0)
    }
    await days.fill('7.5')
    await page.keyboard.press('Tab')
    expect(await page.getByText(numberLabels.enterNumber('whole', '1', '90')).count()).toBe(1)
    await days.fill('1 0')
    await days.press('ArrowUp')
    expect(await days.inputValue()).toBe('21')
    for (const [text, shown] of [
      ['７ ', '7'],
      ['7 days', '7'],
      ['', ''],
    ] as const) {
      await days.fill(text)
      await page.keyboard.press('Tab')
      expect(await days.inputValue()).toBe(shown)
      expect(await days.getAttribute('aria-invalid')).toBeNull()
    }
  })

  it('keeps a form from being sent while its text can’t be read', async () => {
    const page = await open('/pieces')
    const form = page.getByRole('form', { name: formPieceLabels.title })
    const price = form.getByRole('textbox', { name: formPieceLabels.price })
    const send = form.getByRole('button', { name: formPieceLabels.send })
    const noName = form.getByText(formPieceLabels.noName)
    for (const text of ['1.234,50', '12.345', '-5', '£0.00']) {
      await price.fill(text)
      await price.press('Enter')
      await until(async () => (await price.getAttribute('aria-invalid')) === 'true')
      expect(await price.inputValue()).toBe(text)
      expect(await noName.count()).toBe(0)
    }
    await send.focus()
    await page.keyboard.press('Enter')
    await until(() => price.evaluate((element) => element === document.activeElement))
    await price.fill('£1,250.5')
    await price.press('Enter')
    await noName.waitFor()
    await price.blur()
    expect(await price.inputValue()).toBe('£1,250.50')
  })

  it('stops repeating when the pointer leaves the button, and ignores other buttons of the mouse', async () => {
    const page = await open('/pieces')
    const days = duration(page)
    const increase = page.locator('.control').filter({ has: days }).getByRole('button', { name: uiLabels.increase })
    await increase.hover()
    await page.mouse.down({ button: 'right' })
    await page.waitForTimeout(600)
    expect(await days.inputValue()).toBe('30')
    await page.mouse.up({ button: 'right' })
    await page.keyboard.press('Escape')
    await increase.hover()
    await page.mouse.down()
    await until(async () => Number(await days.inputValue()) > 31)
    await days.hover()
    const last = Number(await days.inputValue())
    await page.waitForTimeout(300)
    expect(await days.inputValue()).toBe(String(last))
    await page.mouse.up()
    await page.waitForTimeout(150)
    // Assistive technology clicks without a pointer.
    await increase.evaluate((element: HTMLElement) => element.click())
    expect(await days.inputValue()).toBe(String(last + 1))
  })

  it('leaves the text alone while an input method composes it', async () => {
    const page = await open('/pieces')
    const days = duration(page)
    await days.fill('')
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: '７', selectionStart: 1, selectionEnd: 1 })
    await session.send('Input.imeSetComposition', { text: '７５', selectionStart: 2, selectionEnd: 2 })
    expect(await days.inputValue()).toBe('７５')
    await days.evaluate((element) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', isComposing: true, bubbles: true })),
    )
    expect(await days.inputValue()).toBe('７５')
    await session.send('Input.insertText', { text: '７５' })
    await page.keyboard.press('Tab')
    expect(await days.inputValue()).toBe('75')
    await days.press('ArrowUp')
    expect(await days.inputValue()).toBe('76')
  })

  it('changes its number with keys and buttons', async () => {
    const page = await open('/pieces')
    const days = duration(page)
    const field = page.locator('.control').filter({ has: days })
    for (const [key, value] of [
      ['ArrowUp', '31'],
      ['Shift+ArrowDown', '21'],
      ['End', '90'],
      ['Home', '1'],
    ] as const) {
      await days.press(key)
      expect(await days.inputValue()).toBe(value)
    }
    expect(await field.getByRole('button', { name: uiLabels.decrease }).isDisabled()).toBe(true)
    const increase = field.getByRole('button', { name: uiLabels.increase })
    await increase.click()
    expect(await days.inputValue()).toBe('2')
    await increase.hover()
    await page.mouse.down()
    await until(async () => Number(await days.inputValue()) > 4)
    await page.mouse.up()
    const last = await days.inputValue()
    await page.waitForTimeout(300)
    expect(await days.inputValue()).toBe(last)
  })
})

describe('Combobox', () => {
  const family = (page: Page) => page.getByRole('combobox', { name: piecesLabels.family })

  it('chooses an option by its text, and shows it again when other text is discarded', async () => {
    const page = await open('/pieces')
    const input = family(page)
    await input.focus()
    await page.keyboard.type('family 12')
    await page.getByRole('option', { name: 'Family 12' }).and(page.locator('[data-active=true]')).waitFor()
    await page.keyboard.press('Enter')
    expect(await input.inputValue()).toBe('Family 12')
    expect(await page.getByRole('listbox').count()).toBe(0)
    await input.fill('nothing')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await input.inputValue()).toBe('Family 12')
    await page.getByRole('button', { name: uiLabels.clear, exact: true }).click()
    expect(await input.inputValue()).toBe('')
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('opens with the arrow keys and the button, and chooses with the pointer', async () => {
    const page = await open('/pieces')
    const input = family(page)
    await input.press('ArrowDown')
    expect(await input.getAttribute('aria-activedescendant')).toBe(null)
    await page.keyboard.press('ArrowUp')
    await page.getByRole('option', { name: 'Family 40' }).and(page.locator('[data-active=true]')).waitFor()
    await page.keyboard.press('Enter')
    expect(await input.inputValue()).toBe('Family 40')
    const button = page.locator('.control').filter({ has: input }).getByRole('button', { name: uiLabels.showOptions })
    await button.click()
    await page.getByRole('option', { name: 'Family 40', selected: true }).waitFor()
    await button.click()
    expect(await page.getByRole('listbox').count()).toBe(0)
    await button.click()
    await page.getByRole('option', { name: 'Family 2', exact: false }).first().click()
    expect(await input.inputValue()).toBe('Family 2')
  })

  it('closes only its list with Escape, and leaves the dialog open', async () => {
    const page = await open('/pieces')
    await page.getByRole('button', { name: piecesLabels.dialog, exact: true }).click()
    const input = page.getByRole('dialog').getByRole('combobox', { name: piecesLabels.template })
    await input.click()
    await page.getByRole('option').last().scrollIntoViewIfNeeded()
    await page.getByRole('option').last().click()
    expect(await input.inputValue()).toBe('Family 40')
    await input.click()
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('listbox').count()).toBe(0)
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('chooses several options, accepts typed text, and removes options with keys', async () => {
    const page = await open('/pieces')
    const input = page.getByRole('combobox', { name: piecesLabels.families })
    const chosen = () =>
      page
        .locator('.control')
        .filter({ has: input })
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel))
    await input.click()
    await page.getByRole('option', { name: 'Family 1', exact: false }).first().click()
    await page.getByRole('option', { name: 'Family 2', exact: false }).first().click()
    await page.keyboard.type('own text')
    await page.keyboard.press('Tab')
    expect(await chosen()).toEqual(['Family 1', 'Family 2', 'own text'].map(uiLabels.remove))
    await input.focus()
    await page.keyboard.press('Backspace')
    expect(await chosen()).toEqual(['Family 1', 'Family 2'].map(uiLabels.remove))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Delete')
    expect(await chosen()).toEqual([uiLabels.remove('Family 2')])
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true)
    await until(async () => (await announced(page)) === uiLabels.removed('Family 1'))
  })

  it('shows options only for the current text, and chooses none while they load', async () => {
    const page = await open('/pieces')
    await page.getByRole('button', { name: piecesLabels.dialog, exact: true }).click()
    const input = page.getByRole('dialog').getByRole('combobox', { name: piecesLabels.template })
    await input.click()
    await page.getByRole('option', { name: 'Family 40' }).waitFor()
    const isLate = page.waitForFunction(() => (window as { late?: boolean }).late)
    await input.pressSequentially('fam')
    // Until the search for the short text has been sent.
    await page.waitForTimeout(300)
    await page.evaluate(() => setTimeout(() => Object.assign(window, { late: true }), 1_000))
    await input.pressSequentially('ily 1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await input.inputValue()).toBe('family 1')
    await page.getByRole('option', { name: 'Family 40' }).waitFor({ state: 'detached' })
    await isLate
    expect(await page.getByRole('option').count()).toBe(11)
    await page.keyboard.press('Enter')
    expect(await input.inputValue()).toBe('Family 1')
  })

  it('opens and closes its list with Alt and the arrow keys, and chooses nothing', async () => {
    const page = await open('/pieces')
    const input = family(page)
    await input.press('Alt+ArrowDown')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    expect(await input.getAttribute('aria-activedescendant')).toBe(null)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+ArrowUp')
    expect(await page.getByRole('listbox').count()).toBe(0)
    expect(await input.inputValue()).toBe('')
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('leaves the keys of an input method alone', async () => {
    const page = await open('/pieces')
    const input = family(page)
    await input.focus()
    await page.keyboard.type('family 1')
    const active = page.locator('[data-active=true]')
    await page.getByRole('option', { name: 'Family 1', exact: false }).first().and(active).waitFor()
    await input.evaluate((element) => {
      const press = (key: string, init: object) =>
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
      press('ArrowDown', { isComposing: true })
      press('Enter', { isComposing: true })
      press('Enter', { keyCode: 229 })
    })
    expect(await input.inputValue()).toBe('family 1')
    expect(await page.getByRole('option').first().getAttribute('data-active')).toBe('true')
  })

  it('announces the number of options when a person stops typing', async () => {
    const page = await open('/pieces')
    await family(page).focus()
    await page.keyboard.type('family 1')
    await until(async () => (await announced(page)) === uiLabels.optionCount(11))
    await page.keyboard.type('2')
    await until(async () => (await announced(page)) === uiLabels.optionCount(1))
  })

  it('describes and announces the chosen options, and keeps them while Backspace is held down', async () => {
    const page = await open('/pieces')
    const input = page.getByRole('combobox', { name: piecesLabels.families })
    await input.click()
    expect(await page.getByRole('listbox').getAttribute('aria-multiselectable')).toBe('true')
    await page.getByRole('option', { name: 'Family 1', exact: false }).first().click()
    await until(async () => (await announced(page)) === uiLabels.added('Family 1'))
    // The number of options is announced after half a second without other messages.
    await page.waitForTimeout(700)
    expect(await announced(page)).toBe(uiLabels.added('Family 1'))
    expect(await textOfFocused(page)).toBe('Family 1')
    await page.keyboard.type('ab')
    for (let press = 0; press < 4; press++) await page.keyboard.down('Backspace')
    await page.keyboard.up('Backspace')
    expect(await input.inputValue()).toBe('')
    expect(await textOfFocused(page)).toBe('Family 1')
    await page.keyboard.press('Backspace')
    expect(await textOfFocused(page)).toBe('')
  })

  it('accepts typed text when a person touches the page beside the field', async () => {
    const page = await open('/pieces')
    const input = page.getByRole('combobox', { name: piecesLabels.families })
    await input.focus()
    await page.keyboard.type('own text')
    await page.locator('h1').dispatchEvent('pointerdown')
    expect(await page.getByRole('listbox').count()).toBe(0)
    expect(await textOfFocused(page)).toBe('own text')
  })

  it('keeps its list above a keyboard on the screen', async () => {
    const page = await open('/pieces')
    await family(page).click()
    const bottom = await page.evaluate(() => {
      const field = document.activeElement!.getBoundingClientRect()
      const height = Math.round(field.bottom + 60)
      Object.defineProperty(visualViewport, 'height', { value: height })
      visualViewport!.dispatchEvent(new Event('resize'))
      return height
    })
    const popup = await page
      .locator('[popover]')
      .filter({ has: page.getByRole('listbox') })
      .boundingBox()
    expect(popup!.y + popup!.height).toBeLessThanOrEqual(bottom)
  })
})

describe('Dialog', () => {
  it('keeps the focus inside, and requires the name as confirmation', async () => {
    const page = await open('/pieces')
    const opener = page.getByRole('button', { name: piecesLabels.openQuestion })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: piecesLabels.question })
    await dialog.waitFor()
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press('Tab')
      // A guard at the edges takes the focus briefly and returns it.
      await until(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    }
    const confirmButton = dialog.getByRole('button', { name: piecesLabels.confirm })
    expect(await confirmButton.getAttribute('aria-disabled')).toBe('true')
    await confirmButton.click({ force: true })
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByRole('textbox').fill('trial-7')
    await dialog.getByRole('textbox').press('Enter')
    await page.getByText(piecesLabels.done).first().waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await until(() => opener.evaluate((element) => element === document.activeElement))
  })

  it('explains why a button is disabled', async () => {
    const page = await open('/pieces')
    const button = page.getByRole('button', { name: piecesLabels.disabled }).first()
    await button.focus()
    expect(
      await button.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent),
    ).toContain(piecesLabels.ownersOnly)
    await page.getByText(piecesLabels.ownersOnly).locator('visible=true').waitFor()
  })
})

describe('the shell', () => {
  it('opens a page from the command palette, and focuses its title', async () => {
    const page = await open('/accounts')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('compon')
    await page.keyboard.press('Enter')
    await until(async () => (await focused(page)) === piecesLabels.page)
    expect(await page.title()).toBe(`${piecesLabels.page} · Slipway`)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pricing')
    await page
      .getByRole('option', { name: /^pricing-/ })
      .first()
      .waitFor()
    const announced = page.getByRole('dialog').getByRole('status')
    expect(await announced.textContent()).toBe(uiLabels.resultCount(await page.getByRole('option').count()))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('skips to the content, and shows the shortcuts with ?', async () => {
    const page = await open('/pieces')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: uiLabels.keys }).waitFor()
    await page.keyboard.press('Escape')
    const skip = page.getByRole('link', { name: shellLabels.skip })
    await skip.focus()
    expect((await skip.boundingBox())?.width).toBeGreaterThan(50)
  })

  it('keeps the theme after a reload', async () => {
    const page = await open('/accounts')
    const readBackground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const lightBackground = await readBackground()
    await page.getByRole('button', { name: shellLabels.theme }).click()
    await page.getByRole('menuitem', { name: shellLabels.dark }).click()
    const darkBackground = await readBackground()
    expect(darkBackground).not.toBe(lightBackground)
    await page.reload()
    expect(await readBackground()).toBe(darkBackground)
  })

  it('keeps the navigation when a page throws an error', async () => {
    const page = await open('/broken')
    await page.getByText(shellLabels.broken).waitFor()
    await page.getByRole('link', { name: accountsScreenLabels.list }).click()
    await page.getByRole('grid').waitFor()
  })
})

/** Opens popups. Popups are outside the landmarks (`region`). */
const layers: [string, (page: Page) => Promise<unknown>][] = [
  ['/accounts', (page) => filterOf(page).click()],
  ['/accounts', (page) => page.getByRole('button', { name: uiLabels.columns }).click()],
  ['/pieces', (page) => page.getByRole('button', { name: piecesLabels.menu }).click()],
  ['/pieces', (page) => page.getByRole('button', { name: piecesLabels.drawer }).click()],
  ['/pieces', (page) => page.getByRole('button', { name: piecesLabels.openQuestion }).click()],
  ['/pieces', (page) => page.getByRole('button', { name: piecesLabels.toast }).click()],
  ['/pieces', (page) => page.getByRole('combobox', { name: piecesLabels.family }).click()],
  ['/pieces', (page) => page.getByRole('combobox', { name: piecesLabels.tower }).click()],
  ['/pieces', (page) => page.keyboard.press('Control+k')],
  ['/pieces', (page) => page.getByRole('button', { name: shellLabels.account('') }).click()],
]

async function inBothThemes(page: Page, without: string[] = []): Promise<string[]> {
  const matches: string[] = []
  const textColors = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    textColors.add(await page.evaluate(() => getComputedStyle(document.body).color))
    for (const { id, nodes } of await violationsOn(page, without))
      matches.push(
        `${colorScheme} ${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`,
      )
  }
  expect(textColors.size).toBe(2)
  return matches
}
async function closePages(): Promise<void> {
  for (const page of pages.splice(0)) await page.context().close()
}

async function policyViolationsOn(page: Page): Promise<string[]> {
  expect(await page.locator('style, [style*="url("]').count()).toBe(0)
  return page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

/** The page loads at the narrowest width, because its first layout can differ from that after a resize. */
async function widthsThatScroll(page: Page): Promise<number[]> {
  const widths: number[] = []
  await page.setViewportSize({ width: 320, height: 800 })
  await page.reload()
  await page.locator('h1').first().waitFor()
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) widths.push(width)
  }
  return widths
}

describe('accessibility in light and dark, content security policy and width', () => {
  it.each(screens)('shows %s without violations or sideways scrolling', async (address) => {
    const page = await open(address)
    const violations = [...(await inBothThemes(page)), ...(await policyViolationsOn(page))]
    expect({ violations, widths: await widthsThatScroll(page) }).toEqual({ violations: [], widths: [] })
  })

  it('shows opened layers without violations', async () => {
    const matches: string[] = []
    for (const [address, show] of layers) {
      const page = await open(address)
      await show(page)
      const problems = [...(await inBothThemes(page, ['region'])), ...(await policyViolationsOn(page))]
      matches.push(...problems.map((problem) => `${address} ${show} ${problem}`))
      await closePages()
    }
    expect(matches).toEqual([])
  })
})
