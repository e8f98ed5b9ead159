import { deployApp } from './carry-out/deployApp.ts'
import { removeApplication } from './carry-out/removeApplication.ts'

export const deploymentWorkflows = [deployApp, removeApplication]
