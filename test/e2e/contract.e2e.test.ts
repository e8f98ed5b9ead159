import { browserClient } from '../contract/browserClient.ts'
import { stories } from '../contract/stories.ts'
import { seedStories } from '../contract/story.ts'

seedStories(stories, browserClient)
