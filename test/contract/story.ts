import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { freePort } from '../freePort.ts'
import { type OpenApp, openApp } from '../openApp.ts'
import { maxWaitMs } from '../until.ts'
import type { Credential, Transport } from './client.ts'
import { type Contract, contractOf } from './contract.ts'
import type { Group } from './operations.ts'

export interface Scene extends Pick<TestApp, 'company' | 'persona' | 'simulator' | 'context' | 'db'> {
  open: OpenApp
  call: Transport
  as: (personaName: string) => Credential
  withKey: (key: string) => Credential
}

export type StoryContext = Scene & Contract

export type Connect = (host: string) => Promise<{ call: Transport; close?: () => Promise<void> }>

export interface Story {
  group: Group
  run: (context: StoryContext) => Promise<void>
}

export const story = (group: Group, run: Story['run']): Story => ({ group, run })

export function seedStories(stories: readonly Story[], connect: Connect): void {
  for (const { group, run } of stories)
    onProduct(`the calls of ${group}`, 'succeed and are refused as the specification implies', connect, async (scene) => {
      const contract = contractOf(group, scene.call, scene.as('Tomasz'))
      await run({ ...scene, ...contract }).catch((error) => {
        throw new Error([error.message, ...contract.differences].join('\n'), { cause: error })
      })
      expect(contract.deviations()).toEqual([])
    })
}

export function onProduct(name: string, title: string, connect: Connect, test: (scene: Scene) => Promise<void>): void {
  describe(name, () => {
    let app: TestApp
    let open: OpenApp
    let client: Awaited<ReturnType<Connect>>
    beforeAll(async () => {
      app = await startTestApp()
      // Owners, who aren't personas, also sign in.
      await app.db.updateTable('people').set({ issuer: app.config.oidc.issuer }).execute()
      const httpsPort = await freePort()
      open = await openApp(app, { httpsPort, publicUrl: `https://127.0.0.1:${httpsPort}` })
      client = await connect(open.https)
    })
    afterAll(async () => {
      await client?.close?.()
      await open?.close()
      await app?.close()
    })

    // A retry would start in the middle of the story.
    it(title, { retry: 0, timeout: 4 * maxWaitMs }, async () => {
      const as = (personaName: string) => tokensOf(app, app.persona(personaName)?.id ?? personaName)
      const withKey = (key: string) => async () => ({ 'x-api-key': key })
      await test({ ...app, open, call: client.call, as, withKey })
    })
  })
}

/** Fetches tokens from the identity provider, with multi-factor authentication if the challenge requires it. */
function tokensOf({ simulator, config }: TestApp, oid: string): Credential {
  const fetchToken = (claims: object) => simulator.mintToken({ oid, audience: config.oidc.audience, claims: { ...claims } })
  let token: Promise<string> | undefined
  return async (requestedClaims) => {
    if (requestedClaims) {
      const { acrs } = JSON.parse(requestedClaims).access_token
      token = fetchToken({ acrs: [acrs.value], auth_time: Math.floor(Date.now() / 1_000) })
    }
    token ??= fetchToken({})
    return { authorization: `Bearer ${await token}` }
  }
}
