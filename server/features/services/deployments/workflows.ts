import { deployApp } from './apply/deployApp.ts'
import { removeApplication } from './apply/removeApplication.ts'

export const deploymentWorkflows = [deployApp, removeApplication]
