import { describe, expect, it } from 'vitest'
import {
  clusterName,
  deploymentDisplay,
  describeAction,
  healthDisplay,
  pipelineExample,
  plainAddress,
  shortRevision,
  summarizeDryRun,
  syncDisplay,
} from './deploymentLabels.ts'
import type { App } from './types.ts'

const app = (health: string, removing = false) => ({ live: { health, removing } }) as App

describe('deployment labels', () => {
  it.each([
    ['https://github.com/northgate/shop.git', 'github.com/northgate/shop'],
    ['git@github.com:northgate/shop.git', 'github.com:northgate/shop'],
    ['ssh://git@github.com/northgate/shop', 'github.com/northgate/shop'],
  ])('labels the health %s as %s', (address, expectedLabel) => expect(plainAddress(address)).toBe(expectedLabel))

  it.each([
    ['https://aks-retail-7c1e.hcp.uksouth.azmk8s.io:443', 'aks-retail-7c1e'],
    ['https://kubernetes.default.svc', 'kubernetes.default.svc'],
    ['aks-retail-prod', 'aks-retail-prod'],
  ])('labels the deployment status %s as %s', (cluster, name) => expect(clusterName(cluster)).toBe(name))

  it('shortens a commit, and shows other revisions completely', () => {
    expect([shortRevision('a'.repeat(40)), shortRevision('v1.4.0')]).toEqual(['aaaaaaa', 'v1.4.0'])
    expect([describeAction({ action: 'deploy', revision: 'v1' }), describeAction({ action: 'remove', revision: null })]).toEqual([
      'Deploy v1',
      'Removal',
    ])
  })

  it('has a label for unknown statuses of Argo CD', () => {
    expect(healthDisplay({ health: 'Sparkling', removing: false })).toEqual({ tone: 'neutral', label: 'Health unknown' })
    expect(healthDisplay({ health: 'Healthy', removing: true }).label).toBe('Removing')
    expect(syncDisplay('Whatever').tone).toBe('neutral')
    expect(deploymentDisplay({ status: 'succeeded', action: 'remove' }).label).toBe('Removed')
  })

  it('counts healthy and unhealthy applications', () => {
    expect(summarizeDryRun([app('Healthy'), app('Healthy'), app('Progressing'), app('Degraded'), { live: null } as App])).toBe(
      '2 healthy · 1 in progress · 1 degraded',
    )
    expect(summarizeDryRun([])).toBe('')
  })

  it('writes the example request for the account, as valid JSON', () => {
    const project = { destinations: [{ cluster: 'prod', namespace: 'shop-*' }], sources: ['https://github.com/northgate/shop-*'] }
    const text = pipelineExample('https://slipway.example', { tool: 'argo', accountId: 'a', project })
    expect(text).toContain('https://slipway.example/argo/UpdateApp')
    expect(JSON.parse(text.split('<<END\n')[1]!.replace(/\nEND$/, ''))).toMatchObject({
      accountId: 'a',
      source: { repository: 'https://github.com/northgate/shop-my-repository' },
      destination: { cluster: 'prod', namespace: 'shop-my-app' },
    })
    expect(pipelineExample('https://x', { tool: 'argo', accountId: 'a', project: null })).toContain('my-cluster')
  })
})
