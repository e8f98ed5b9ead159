import { requireNode } from './requireNode.js'

if (requireNode()) await import('../test/chaos/chaos.ts')
