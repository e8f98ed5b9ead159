import { describe, expect, it } from 'vitest'
import type { ArgocdDestination } from '../../../clients/argocd/argocdShapes.ts'
import { checkProjectOwner, projectProblems } from '../../../clients/argocd/project.ts'
import { desiredSpec, isConfined, specProblems } from './desiredSpec.ts'
import { allowsDestination, allowsSource } from './projectRestrictions.ts'
import { addressProblem, normalAddress } from './repositoryAddress.ts'

const project = (sourceRepos: string[], destinations: ArgocdDestination[], labels: Record<string, string> = {}) => ({
  metadata: { name: 'p', labels },
  spec: { sourceRepos, destinations },
})

describe('a project', () => {
  it('belongs to an account only by its label', () => {
    expect(checkProjectOwner(project([], [], { 'slipway/subscription': 'ABC' }), 'abc')).toBe(true)
    expect(checkProjectOwner(project([], [], { 'slipway/subscription': 'abd' }), 'abc')).toBe(projectProblems.otherOwner('p'))
    expect(checkProjectOwner({ metadata: { name: 'p' }, spec: {} }, 'abc')).toBe(projectProblems.noOwner('p', 'abc'))
  })

  it.each([
    [['https://github.com/northgate/checkout-*'], 'https://github.com/northgate/checkout-deploy.git', true],
    [['https://github.com/northgate/checkout-*'], 'https://GitHub.com/Northgate/Checkout-Deploy', true],
    [['https://github.com/northgate/*'], 'https://github.com/northgate/deep/er', false],
    [['https://github.com/northgate/**'], 'https://github.com/northgate/deep/er', true],
    [['https://github.com/northgate/a'], 'https://github.com/northgate/ab', false],
    [['https://github.com/northgate/a.b'], 'https://github.com/northgate/axb', false],
    [['*'], 'https://anywhere.example/a', true],
    [['*', '!https://anywhere.example/**'], 'https://anywhere.example/a', false],
    [['*', '!https://any{where,one}.example/*'], 'https://other.example/a', false],
    [['https://github.com/{a,b}/*'], 'https://github.com/a/x', false],
    [['git@github.com:northgate/*'], 'ssh://git@github.com/northgate/x.git', true],
    [['registry.example/retail'], 'registry.example/retail', true],
    [['registry.example/retail'], 'registry.example/loyalty', false],
    [['https://registry.example/*'], 'registry.example/retail', false],
    [[], 'https://github.com/northgate/a', false],
  ])('evaluates the sources %j for %s: %s', (sources, repository, expected) => {
    expect(allowsSource(project(sources, []), repository) === true).toBe(expected)
  })

  const destinationOf = (server: string, namespace: string): ArgocdDestination => ({ server, namespace })
  it.each([
    [[destinationOf('https://a', 'team'), destinationOf('https://a', 'team-*')], destinationOf('https://a', 'team-x'), true],
    [[destinationOf('https://a', 'team')], destinationOf('https://b', 'team'), false],
    [[destinationOf('https://a', 'team')], destinationOf('https://a', 'teams'), false],
    [[destinationOf('https://a', '*')], destinationOf('https://a', 'anything'), true],
    // A rule that allows every cluster doesn't restrict anything, so it is ignored.
    [[destinationOf('*', '*')], destinationOf('https://a', 'team'), false],
    [[destinationOf('**', 'team')], destinationOf('https://a', 'team'), false],
    [[destinationOf('https://a', '*'), destinationOf('https://a', '!kube-*')], destinationOf('https://a', 'kube-system'), false],
    [[destinationOf('https://a', '*'), destinationOf('!https://a', '*')], destinationOf('https://a', 'team'), false],
    [[{ name: 'prod', namespace: 'team' }], { name: 'prod', namespace: 'team' }, true],
    [[{ name: 'prod', namespace: 'team' }], destinationOf('prod', 'team'), false],
    [[destinationOf('https://a', 'team')], { namespace: 'team' }, false],
    [[{ server: 'https://a' }], destinationOf('https://a', 'team'), false],
  ])('evaluates the destinations %j for %j: %s', (rules, overrides, expected) => {
    expect(allowsDestination(project([], rules), overrides) === true).toBe(expected)
  })

  it('denies every repository and cluster if it has no rules', () => {
    const bareProject = { metadata: { name: 'p' }, spec: { sourceRepos: null, destinations: null } }
    expect([allowsSource(bareProject, 'https://github.com/a/b'), allowsDestination(bareProject, destinationOf('https://a', 'b'))]).toEqual([
      expect.stringContaining('sourceRepos'),
      expect.any(String),
    ])
  })
})

describe('a repository URL', () => {
  const hosts = ['github.com', 'git.example:8443']
  it.each(['https://github.com/a/b.git', 'https://git.example:8443/a/b', 'ssh://git@github.com/a/b', 'git@github.com:a/b.git'])(
    'is accepted: %s',
    (address) => expect(addressProblem(address, hosts, false)).toBeUndefined(),
  )

  it.each([
    'https://github.com',
    'https://git.example/a',
    'https://github.com/a b',
    'https://github.com/a?b=c',
    'https://github.com\\@evil.example/a',
    'git@evil.example:a/b',
    'git@github.com:../b',
    'oci://github.com/a',
    '-oProxyCommand=x',
    'github.com/a/b',
  ])('is rejected: %s', (address) => expect(addressProblem(address, hosts, false)).toEqual(expect.any(String)))

  it.each(['https://github.com/a', 'github.com/a', 'github.com/a/b-c_d/e.f'])('is accepted for charts: %s', (address) =>
    expect(addressProblem(address, hosts, true)).toBeUndefined(),
  )

  it.each([
    'github.com',
    'github.com/',
    'github.com//a',
    'github.com/../a',
    'github.com/a/.b',
    'GitHub.com/a',
    // Argo CD treats all URLs that have a port and no scheme as equal.
    'github.com:443/a',
    'git.example:8443/a',
    'oci://github.com/a',
    'user@github.com/a',
    'evil.example/github.com/a',
    'localhost/a',
    '/etc/charts',
    'git@github.com:a/b.git',
    'ssh://git@github.com/a/b',
    `github.com/${'a-'.repeat(240)}!`,
  ])('is rejected for charts: %s', (address) => expect(addressProblem(address, hosts, true)).toEqual(expect.any(String)))

  it('is compared in normalised form, as in Argo CD', () => {
    expect(['git@GitHub.com:a/b.git', 'ssh://git@github.com/a/b'].map(normalAddress)).toEqual(['git@github.com/a/b', 'git@github.com/a/b'])
  })
})

describe('the manifest of an application', () => {
  const request = {
    source: { repository: 'https://github.com/a/b', chart: 'web', valueFiles: ['v.yaml'] },
    destination: { cluster: 'prod', namespace: 'team' },
  }

  it('merges the fields of the pipeline into the existing manifest', () => {
    const existingManifest = {
      metadata: { name: 'x' },
      spec: {
        project: 'old',
        syncPolicy: { automated: {} },
        sources: [{ repoURL: 'https://c' }],
        destination: { namespace: 'z', server: 'https://z' },
      },
    }
    expect(desiredSpec('p', existingManifest, request, '1.2')).toEqual({
      project: 'p',
      syncPolicy: { automated: {} },
      source: { repoURL: 'https://github.com/a/b', chart: 'web', helm: { valueFiles: ['v.yaml'] }, targetRevision: '1.2' },
      destination: { name: 'prod', namespace: 'team' },
    })
    expect(desiredSpec('p', existingManifest, {}, '1.2')).toBe(specProblems.severalSources)
    expect(desiredSpec('p', undefined, {}, '1.2')).toBe(specProblems.newApplication)
  })

  it('is limited to the account’s hosts and project', () => {
    const spec = desiredSpec('p', undefined, request, '1') as Exclude<ReturnType<typeof desiredSpec>, string>
    const open = project(['*'], [{ name: 'prod', namespace: 'team' }])
    expect(isConfined(open, spec, ['github.com'])).toBe(true)
    expect(isConfined(open, spec, [])).toContain('SLIPWAY_ARGOCD_REPOSITORY_HOSTS')
    expect(isConfined(project([], []), spec, ['github.com'])).toContain('sourceRepos')
    const from = { repoURL: 'registry.example/retail' }
    expect(isConfined(open, { ...spec, source: { ...from, chart: 'web' } }, ['registry.example'])).toBe(true)
    expect(isConfined(open, { ...spec, source: { ...from, path: 'web' } }, ['registry.example'])).toEqual(expect.any(String))
  })
})
