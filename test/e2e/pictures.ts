import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { hasTestChromium } from './browser.ts'

export const acceptedPictures = fileURLToPath(new URL('pictures', import.meta.url))
const results = fileURLToPath(new URL('../results/pictures', import.meta.url))

/** Half the size and fewer shades keep the repository small and still show a moved border, a missing icon or another colour. */
const scale = 2
const shade = 4
/** A missing icon differs in about 20 pixels, and a line between two rows in many more. */
const maxDifferentPixels = 10

/**
 * Compares the visible part of a page with the accepted picture. Numbers, dates and charts are hidden, because they change with the day.
 * To accept a change, look at the new picture in `test/results/pictures` and copy it to `test/e2e/pictures`.
 * @returns what is wrong, or undefined
 */
export async function comparePicture(page: Page, name: string): Promise<string | undefined> {
  if (!hasTestChromium) return undefined // Other browsers draw text in another way.
  const restore = await page.evaluateHandle(hideChangingTexts)
  const shown = halve(PNG.sync.read(await page.screenshot({ animations: 'disabled', caret: 'hide' })))
  await restore.evaluate((run) => run())
  const [expectedFile, shownFile] = [acceptedPictures, results].map((folder) => path.join(folder, `${name}.png`)) as [string, string]
  if (!existsSync(expectedFile)) {
    write(shownFile, shown)
    return `has no accepted picture; see ${shownFile}`
  }
  const expected = PNG.sync.read(readFileSync(expectedFile))
  const { width, height } = expected
  const difference = new PNG({ width, height })
  const isSameSize = shown.width === width && shown.height === height
  const count = isSameSize
    ? pixelmatch(expected.data, shown.data, difference.data, width, height, { threshold: 0.01, includeAA: true })
    : Infinity
  if (count <= maxDifferentPixels) return undefined
  write(shownFile, shown)
  write(shownFile.replace('.png', '.difference.png'), difference)
  return `differs from its accepted picture in ${count} pixels; see ${shownFile} and its .difference.png`
}

function write(file: string, picture: PNG): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 }))
}

function halve(picture: PNG): PNG {
  const half = new PNG({ width: Math.floor(picture.width / scale), height: Math.floor(picture.height / scale) })
  for (let y = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++)
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0
        for (let dy = 0; dy < scale; dy++)
          for (let dx = 0; dx < scale; dx++) sum += picture.data[((y * scale + dy) * picture.width + x * scale + dx) * 4 + channel]!
        half.data[(y * half.width + x) * 4 + channel] = Math.min(255, Math.round(sum / scale ** 2 / shade) * shade)
      }
  return half
}

/** Runs in the page. @returns a function that shows the texts again */
function hideChangingTexts(): () => void {
  const months =
    'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
  const changing: [RegExp, string][] = [
    [new RegExp(`\\b(?:\\d{1,2}(?:–\\d{1,2})? )?(?:${months})\\b(?: \\d{2,4})?(?:,? \\d{2}:\\d{2})?`, 'g'), '1 Jan'],
    [/\b(?:Mon|Tue|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Mon'],
    [
      /\b(?:in )?(?:an?|\d+) (?:s|min|h|second|minute|hour|day|week|month|year)s?(?: \d+ (?:s|min|h|second|minute|hour|day)s?)*(?: ago)?\b|\b(?:yesterday|today|tomorrow|(?:just )?now)\b/gi,
      '0 days',
    ],
    [/\d+(?:[.,:]\d+)*/g, '0'],
  ]
  const withoutValues = (text: string) => changing.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)
  const restores: (() => void)[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const [hidden, text] = [node, node.nodeValue ?? '']
    if (withoutValues(text) === text) continue
    hidden.nodeValue = withoutValues(text)
    restores.push(() => {
      hidden.nodeValue = text
    })
  }
  for (const input of document.querySelectorAll('input')) {
    const text = input.value
    if (input.type === 'date' || withoutValues(text) === text) continue
    input.value = withoutValues(text)
    restores.push(() => {
      input.value = text
    })
  }
  const drawings = '[role=meter] *, [role=progressbar] *, svg[role=img] *, figure svg *, input[type=date]'
  for (const drawing of document.querySelectorAll<HTMLElement>(drawings)) {
    drawing.style.visibility = 'hidden'
    restores.push(() => {
      drawing.style.visibility = ''
    })
  }
  return () => {
    for (const restore of restores) restore()
  }
}
