import { expect, it } from 'vitest'
import { describeBrowser } from './describeBrowser.ts'

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', 'Safari on macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0', 'Firefox on Linux'],
  ['curl/8.1', 'curl/8.1'],
  [null, 'Unknown browser'],
])('describes the user agent %s as %s', (text, label) => expect(describeBrowser(text)).toBe(label))
