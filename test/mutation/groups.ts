import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const isSource = (file: string) => !/\.(test|fixture)\.ts$/.test(file)

/** @throws if no file matches, because a renamed folder would otherwise silently lose its tests */
export function glob(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root })
  if (files.length === 0) throw new Error(`No file matches ${pattern}.`)
  return files.toSorted()
}

const testsIn = (domain: string, features: string[]) =>
  features.flatMap((feature) => glob(`server/features/${domain}/${feature}/*.test.ts`))
/** These files only describe conditions and approvals, and don’t decide anything. */
const presentationFiles = new Set(['describeCondition.ts', 'presentApproval.ts', 'previewApproval.ts'])
const featureFiles = glob('server/features/*/*/*.ts').filter(isSource)

export const groups = [
  {
    targets: glob('server/auth/*.ts').filter(isSource),
    tests: [
      ...glob('server/auth/*.test.ts'),
      ...testsIn('platform', ['sign-in', 'sessions', 'api-keys']),
      ...glob('server/features/services/alerts/acceptAlert.test.ts'),
      ...glob('server/http/*.test.ts'),
      ...glob('test/ownRequest.test.ts'),
      ...glob('test/security.test.ts'),
      ...glob('test/advisoriesKeys.test.ts'),
    ],
  },
  {
    targets: glob('server/approvals/*.ts').filter((file) => isSource(file) && !presentationFiles.has(path.basename(file))),
    tests: [
      ...glob('server/approvals/*.test.ts'),
      ...testsIn('approvals', ['inbox', 'policies', 'substitutes', 'reassignment', 'delegations', 'calendars']),
      ...['create', 'update', 'check', 'get'].flatMap((verb) => glob(`server/features/accounts/requests/${verb}*.test.ts`)),
      ...glob('test/adversary/*.test.ts'),
      ...glob('test/ownRequest.test.ts'),
      ...glob('test/oneEngine.test.ts'),
    ],
  },
  ...glob('server/features/*/*/policy.ts').map((policy) => ({
    targets: [policy],
    tests: [...glob(`${path.dirname(policy)}/*.test.ts`), ...testsOfUsers(policy)],
  })),
]

function testsOfUsers(policy: string): string[] {
  return featureFiles
    .filter((file) => path.dirname(file) !== path.dirname(policy))
    .filter((file) => {
      const imports = readFileSync(path.join(root, file), 'utf8').matchAll(/ from '([^']+\/policy\.ts)'/g)
      return [...imports].some(([, specifier]) => path.join(path.dirname(file), specifier!) === policy)
    })
    .map((file) => file.replace(/\.ts$/, '.test.ts'))
    .filter((file) => existsSync(path.join(root, file)))
}
