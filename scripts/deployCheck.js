import { requireNode } from './requireNode.js'

if (requireNode()) await import('./deployCheck.ts')
