import { fetchClient } from './client.ts'
import { stories } from './stories.ts'
import { seedStories } from './story.ts'

seedStories(stories, fetchClient)
