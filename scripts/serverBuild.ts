import { buildUnlessCurrent } from './stampedBuild.ts'

/**
 * Builds the server, the simulator, `run.ts` and the command into `dist/server`, one file each with all dependencies, unless their sources
 * are unchanged. Loading a thousand separate modules takes 2 s longer and 80 MB more memory (decision 67).
 * @returns whether it was built
 */
export const buildServer = (root: string): Promise<boolean> =>
  buildUnlessCurrent(root, {
    name: 'server',
    folder: 'dist/server',
    sources: ['server/**/*.ts', 'cli/**/*.ts', 'simulator/**/*.ts', 'sample/**/*.ts', 'client/**/*.ts', 'scripts/**/*.ts'],
    exclude: ['**/*.test.ts'],
    args: ['scripts/bundleServer.ts', 'dist/server'],
  })

/** Builds only what an installation runs, the server and the command, into `dist/package`. @returns whether it was built */
export const buildPackagedServer = (root: string): Promise<boolean> =>
  buildUnlessCurrent(root, {
    name: 'server',
    folder: 'dist/package',
    sources: ['server/**/*.ts', 'cli/**/*.ts', 'client/**/*.ts', 'scripts/bundleServer.ts', 'scripts/sbom.ts'],
    exclude: ['**/*.test.ts'],
    args: ['scripts/bundleServer.ts', 'dist/package', 'main', 'slipway'],
  })
