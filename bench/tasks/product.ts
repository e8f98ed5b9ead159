import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { APIRequestContext, Page } from 'playwright-core'
import { seed } from '../../sample/seed.ts'
import { simulatorEnv } from '../../scripts/simulatorEnv.ts'
import { openDatabase } from '../../server/db/database.ts'
import { startSimulator } from '../../simulator/simulator.ts'
import { openBrowser } from '../../test/e2e/browser.ts'
import { shellLabels } from '../../web/shell/shellLabels.ts'
import { withPostgres } from '../database.ts'
import { start } from '../measure.ts'
import { countInput, type InputCounts } from './inputCounter.ts'

const maxWaitMs = 20_000

export async function withProduct(callback: (product: TaskProduct) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-tasks-'))
  const simulator = await startSimulator({ dataDir })
  const browser = await openBrowser()
  try {
    await withPostgres(async (databaseUrl) => {
      const env = simulatorEnv(simulator)
      await seed(databaseUrl, { issuer: env.SLIPWAY_OIDC_ISSUER!, company: simulator.company, demonstration: true })
      const { child, origin } = await start(
        './slipwayServer.ts',
        databaseUrl,
        JSON.stringify({ env, runJobs: true, roles: [], people: [] }),
      )
      const { db, close } = openDatabase(databaseUrl)
      const persona = (givenName: string) => simulator.company.personas.find((person) => person.givenName === givenName)!

      /** Signs in as a person would, and opens Home. The sign-in has a second factor, except without `strong`. */
      async function visit(givenName: string, { strong = true } = {}): Promise<TaskVisit> {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' })
        const page = await context.newPage()
        page.setDefaultTimeout(maxWaitMs)
        const counts = await countInput(context, page)
        await page.goto(`${origin}/app/`)
        await page.getByRole('link', { name: shellLabels.signIn }).click()
        await page
          .getByRole('button', { name: persona(givenName).displayName })
          .first()
          .click()
        await page.waitForURL(`${origin}/app/`)
        if (strong) await db.updateTable('sessions').set({ strong_at: new Date() }).where('person_id', '=', persona(givenName).id).execute()
        await page.goto(`${origin}/app/`)
        return { page, counts, request: context.request, close: () => context.close() }
      }

      async function post(givenName: string, to: string, body: unknown) {
        const { request, close: leave } = await visit(givenName)
        const response = await request.post(origin + to, { data: body })
        if (!response.ok()) throw new Error(`POST ${to}: ${response.status()} ${await response.text()}`)
        const received = await response.json()
        await leave()
        return received
      }

      async function emptyInbox(givenName: string) {
        const { request, close: leave } = await visit(givenName)
        const pending = (await (await request.get(`${origin}/account-approvals/pending-approvals`)).json()) as {
          id: string
          stage: number
        }[]
        for (const { id, stage } of pending)
          await request.post(`${origin}/account-approvals/${id}`, { data: { decision: 'reject', stage, comment: 'Out of the way.' } })
        await leave()
      }

      try {
        await callback({ origin, simulator, company: simulator.company, db, persona, visit, post, emptyInbox })
      } finally {
        await close()
        child.kill()
      }
    })
  } finally {
    await browser.close()
    await simulator.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export interface TaskVisit {
  page: Page
  counts: InputCounts
  request: APIRequestContext
  close: () => Promise<void>
}

type Running = Awaited<ReturnType<typeof startSimulator>>

export interface TaskProduct {
  origin: string
  simulator: Running
  company: Running['company']
  db: ReturnType<typeof openDatabase>['db']
  persona: (givenName: string) => Running['company']['personas'][number]
  visit: (givenName: string, options?: { strong?: boolean }) => Promise<TaskVisit>
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape pass through here
  post: (givenName: string, to: string, body: unknown) => Promise<any>
  emptyInbox: (givenName: string) => Promise<void>
}
