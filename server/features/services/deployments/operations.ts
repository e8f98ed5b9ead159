import { getAccountDeployment } from './getAccountDeployment.ts'
import { getApp } from './getApp.ts'
import { listAccountDeployments } from './listAccountDeployments.ts'
import { onboardRepo } from './onboardRepo.ts'
import { removeApp } from './removeApp.ts'
import { updateApp } from './updateApp.ts'

export const deploymentOperations = [updateApp, removeApp, getApp, onboardRepo, listAccountDeployments, getAccountDeployment]
