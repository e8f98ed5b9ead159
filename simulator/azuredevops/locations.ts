import type { Simulator } from '../core/simulator.ts'
import { organisationName } from './presentation.ts'

const gitArea = '4e080c62-fa21-4fbc-8fef-2a10a2b38049'
const policyArea = 'fb13a388-40dd-4a04-b530-013a739c72ef'
const locationArea = '00000001-0000-8888-8000-000000000000'

const inRepository = '{project}/_apis/{area}/repositories/{repositoryId}/{resource}'
/** Official clients find the resources of each area by these IDs. */
const resources: Record<'git' | 'policy' | 'Location', [id: string, resource: string, template: string][]> = {
  git: [
    ['225f7195-f9c7-4d14-ab28-a83f7ff77e1f', 'repositories', '{project}/_apis/{area}/{resource}/{repositoryId}'],
    ['2d874a60-a811-4f62-9c9f-963a6ea0a55b', 'refs', `${inRepository}/{*filter}`],
    ['ea98d07b-3c87-4971-8ede-a613694ffb55', 'pushes', `${inRepository}/{pushId}`],
    ['fb93c0db-47ed-4a31-8c20-47552878fb44', 'items', `${inRepository}/{*path}`],
    [
      '428dd4fb-fda5-4722-af02-9313b80305da',
      'statuses',
      '{project}/_apis/{area}/repositories/{repositoryId}/commits/{commitId}/{resource}',
    ],
    ['615588d5-c0c7-4b88-88f8-e625306446e8', 'commits', '{project}/_apis/{area}/repositories/{repositoryId}/diffs/{resource}'],
    ['9946fd70-0d40-406e-b686-b4744cbbcc37', 'pullRequests', `${inRepository}/{pullRequestId}`],
  ],
  policy: [['c23ddff5-229c-4d04-a80b-0fdce9f360c8', 'evaluations', '{project}/_apis/{area}/{resource}']],
  Location: [['e81700f7-3be2-46de-8624-2eb35882fcaa', 'ResourceAreas', '_apis/{resource}/{areaId}']],
}

export function presentLocations(area?: string): object {
  const matchingResources = Object.entries(resources).filter(([name]) => area === undefined || name.toLowerCase() === area.toLowerCase())
  const value = matchingResources.flatMap(([name, knownItem]) =>
    knownItem.map(([id, resourceName, routeTemplate]) => ({
      id,
      area: name,
      resourceName,
      routeTemplate,
      resourceVersion: 3,
      minVersion: '1.0',
      maxVersion: '7.2',
      releasedVersion: '7.1',
    })),
  )
  return { count: value.length, value }
}

export function presentResourceAreas(sim: Simulator): object {
  const value = [
    { id: gitArea, name: 'git' },
    { id: policyArea, name: 'policy' },
    { id: locationArea, name: 'Location' },
  ].map((area) => ({ ...area, locationUrl: `${sim.origins.azuredevops}/${organisationName}/` }))
  return { count: value.length, value }
}
