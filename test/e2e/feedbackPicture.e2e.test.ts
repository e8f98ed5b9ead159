import { crc32 } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { feedbackLabels, pictureLabels, ratingOf, sendLabels } from '../../web/features/platform/feedback/labels.ts'
import { sessionLabels } from '../../web/features/platform/session/labels.ts'
import { violationsOn } from './barriers.ts'
import { screenshot } from './browser.ts'
import { type Product, startProduct } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product?.close())

const dialog = (page: Page) => page.locator('[role=dialog]:not([data-type])')
const sentFeedback = () => product.db.selectFrom('feedback').select(['id', 'reference', 'rating', 'page', 'context']).execute()
const photoPlace = 'Photographed in Dublin'

async function drawPngWithPlace(page: Page, width: number, height: number): Promise<Buffer> {
  const dataUrl = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d')!
      for (let row = 0; row < 12; row++) {
        context.fillStyle = `hsl(${row * 30} 60% 55%)`
        context.fillRect(row * 40, (row * height) / 12, width / 2, height / 14)
      }
      return canvas.toDataURL('image/png')
    },
    [width, height] as const,
  )
  const file = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const chunk = Buffer.from(`tEXtComment\0${photoPlace}`, 'latin1')
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
  ends[0].writeUInt32BE(chunk.length - 4)
  ends[1].writeUInt32BE(crc32(chunk))
  return Buffer.concat([file.subarray(0, 33), ends[0], chunk, ends[1], file.subarray(33)])
}

const give = (page: Page, event: 'paste' | 'drop', file: Buffer) =>
  page.evaluate(
    ([event, base64]) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      data.items.add(new File([bytes], 'screenshot.png', { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      ;(document.activeElement ?? document.body).dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      )
    },
    [event, file.toString('base64')] as const,
  )

async function drawNoise(page: Page, width: number, height: number): Promise<Buffer> {
  const dataUrl = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const pixels = new Uint8ClampedArray(4 * width * height)
      for (let start = 0; start < pixels.length; start += 65_536) crypto.getRandomValues(pixels.subarray(start, start + 65_536))
      for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255
      canvas.getContext('2d')!.putImageData(new ImageData(pixels, width, height), 0, 0)
      return canvas.toDataURL('image/png')
    },
    [width, height] as const,
  )
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

const describeViolations = async (page: Page) => (await violationsOn(page)).map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])

async function photograph(page: Page, name: string, shown?: Locator): Promise<void> {
  for (const width of [1_440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await shown?.scrollIntoViewIfNeeded()
      await screenshot(page, `${name}-${width}-${colorScheme}`)
    }
}

it('sends a picture only after the author has seen it and confirmed, and shows it to administrators', async () => {
  await product.db.deleteFrom('feedback').execute()
  const { page, browserErrors } = await product.visitAs('Priya', '/app/accounts')
  const screenshotFile = await drawPngWithPlace(page, 2_400, 1_200)
  await page.getByRole('button', { name: sessionLabels.giveFeedback }).click()
  const form = dialog(page)
  const preview = form.getByRole('img', { name: pictureLabels.preview })
  const file = form.locator('input[type=file]')

  await file.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<h1>Page</h1>') })
  await form.getByText(pictureLabels.wrongType).waitFor()
  await file.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('<h1>Page</h1>') })
  await form.getByText(pictureLabels.wrongType).waitFor()
  expect(await preview.count()).toBe(0)

  await file.setInputFiles({ name: 'screenshot.png', mimeType: 'image/png', buffer: screenshotFile })
  await preview.waitFor()
  await form.getByText(pictureLabels.warning).waitFor()
  expect(await form.getByText(pictureLabels.wrongType).count()).toBe(0)
  await form.getByRole('button', { name: feedbackLabels.rate(ratingOf(4)) }).click()
  await form.getByRole('button', { name: pictureLabels.removeNamed }).click()
  await preview.waitFor({ state: 'detached' })
  expect(await form.getByRole('button', { name: pictureLabels.choose }).evaluate((button) => button === document.activeElement)).toBe(true)

  for (const event of ['paste', 'drop'] as const) {
    await give(page, event, screenshotFile)
    await preview.waitFor()
    if (event === 'paste') await form.getByRole('button', { name: pictureLabels.removeNamed }).click()
  }
  await form.getByLabel(feedbackLabels.comment).fill('The button is cut off.')
  await form.getByLabel(feedbackLabels.includeBrowser).check()
  await form.getByRole('button', { name: feedbackLabels.rate(ratingOf(2)) }).click()
  const summary = form.getByRole('region', { name: sendLabels.title })
  const shown = await summary.innerText()
  for (const text of ['/app/accounts', ratingOf(2).label, 'The button is cut off.', 'Chrome', '1,920 × 960']) expect(shown).toContain(text)
  await photograph(page, 'feedback-picture-dialog', summary)
  expect(await describeViolations(page)).toEqual([])
  expect(await sentFeedback()).toEqual([])

  await form.getByRole('button', { name: sendLabels.send, exact: true }).click()
  await page.getByText(feedbackLabels.sent).waitFor()
  const [sent, ...others] = await sentFeedback()
  expect([sent, others]).toMatchObject([{ rating: 2, page: '/app/accounts', context: { browser: expect.any(String) } }, []])
  const picture = await product.db.selectFrom('feedback_pictures').selectAll().where('feedback_id', '=', sent!.id).executeTakeFirstOrThrow()
  expect(picture).toMatchObject({ media_type: 'image/png', width: 1_920, height: 960, size: picture.content.length })
  expect(screenshotFile.includes(photoPlace)).toBe(true)
  expect(picture.content.includes(photoPlace)).toBe(false)

  const niamh = await product.visitAs('Niamh', `/app/admin/feedback?id=${sent!.id}`)
  const thumbnail = dialog(niamh.page).getByRole('img', { name: pictureLabels.sentWith(sent!.reference) })
  await thumbnail.waitFor()
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(1_920)
  await photograph(niamh.page, 'feedback-picture-drawer')
  expect(await describeViolations(niamh.page)).toEqual([])
  const popupPromise = niamh.page.waitForEvent('popup')
  await thumbnail.click()
  const popup = await popupPromise
  await popup.waitForLoadState()
  expect([new URL(popup.url()).pathname, await popup.evaluate(() => document.contentType)]).toEqual([
    `/feedback/${sent!.id}/picture`,
    'image/png',
  ])

  await page.goto(`${product.url}/app/feedback`)
  await page.getByRole('img', { name: pictureLabels.sentWith(sent!.reference) }).waitFor()
  await photograph(page, 'feedback-picture-mine')
  expect(await describeViolations(page)).toEqual([])
  expect([...browserErrors, ...niamh.browserErrors]).toEqual([])
})

it('compresses a picture of more than 1 MB, and rejects it if that isn’t enough', async () => {
  await product.db.deleteFrom('feedback').execute()
  const { page, browserErrors } = await product.visitAs('Daniel', '/app/accounts')
  await page.getByRole('button', { name: sessionLabels.giveFeedback }).click()
  const form = dialog(page)
  const choose = async (width: number, height: number) => {
    const buffer = await drawNoise(page, width, height)
    expect(buffer.length).toBeGreaterThan(1_000_000)
    await form.locator('input[type=file]').setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer })
  }
  await choose(1_500, 2_000)
  await form.getByText(pictureLabels.tooLarge).waitFor()
  await choose(800, 600)
  await form.getByRole('img', { name: pictureLabels.preview }).waitFor()
  await form.getByRole('button', { name: feedbackLabels.rate(ratingOf(5)) }).click()
  await form.getByRole('button', { name: sendLabels.send, exact: true }).click()
  await form.waitFor({ state: 'detached' })
  const [picture, ...others] = await product.db.selectFrom('feedback_pictures').select(['media_type', 'size', 'width', 'height']).execute()
  expect([picture, others]).toMatchObject([{ media_type: 'image/jpeg', width: 800, height: 600 }, []])
  expect(picture!.size).toBeLessThanOrEqual(1_000_000)
  expect(browserErrors).toEqual([])
})
