import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { sharedBrowser } from '../e2e/browser.ts'
import type { Credential, HttpResponse } from './client.ts'
import type { Connect } from './story.ts'

/** Runs the typed client on a page of Slipway’s origin. The content security policy is bypassed, because the tests of screens cover it. */
export const browserClient: Connect = async (host) => {
  bundle ??= buildBundle()
  const [code, browser] = await Promise.all([bundle, sharedBrowser()])
  const context = await browser.newContext({ ignoreHTTPSErrors: true, bypassCSP: true })
  const page = await context.newPage()
  let credential: Credential | undefined
  await page.exposeFunction('prove', (claims?: string) => credential?.(claims))
  await page.goto(`${host}/health`)
  await page.evaluate(code)
  return {
    async call(operation, { as, ...request }) {
      const { cookie } = (await as?.()) ?? {}
      if (cookie) await context.addCookies([cookieOf(cookie, host)])
      credential = cookie ? undefined : as
      const response = await page.evaluate(`contract.callTyped(${[host, operation].map((text) => JSON.stringify(text))}, {
        ...${JSON.stringify(request)},
        ${credential ? 'as: prove' : ''}
      })`)
      await context.clearCookies()
      return response as HttpResponse
    },
    close: () => context.close(),
  }
}

function cookieOf(cookie: string, url: string) {
  const [name = '', value = ''] = cookie.split('=')
  return { name, value, url, secure: true }
}

let bundle: Promise<string> | undefined

async function buildBundle(): Promise<string> {
  const entry = fileURLToPath(new URL('typedClient.ts', import.meta.url))
  const buildResult = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'contract' } },
  })
  const [{ output }] = buildResult as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return `${output[0].code}; globalThis.contract = contract`
}
