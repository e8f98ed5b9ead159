import { buildUnlessCurrent } from './stampedBuild.ts'

/**
 * Builds the server, the simulator and `run.ts` into `dist/server`, one file each with all dependencies, unless their sources are
 * unchanged. Loading a thousand modules takes 2 s and 80 MB more (decision 67). @returns whether it was built
 */
export const buildServer = (root: string): Promise<boolean> =>
  buildUnlessCurrent(root, {
    name: 'server',
    folder: 'dist/server',
    sources: ['server/**/*.ts', 'simulator/**/*.ts', 'sample/**/*.ts', 'client/**/*.ts', 'scripts/**/*.ts'],
    exclude: ['**/*.test.ts'],
    args: ['scripts/bundleServer.ts', 'dist/server'],
  })
