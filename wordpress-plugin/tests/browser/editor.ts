import type { FrameLocator, Page } from 'playwright-core'
import type { TestSite } from './test-site'

/** The part of `wp.data` that the tests use. */
interface WpGlobal {
  data: { select(store: string): { getBlocks(): { name: string; attributes: Record<string, unknown> }[] } }
}

/** The content of the editor. */
export const readBlocks = (page: Page): Promise<{ name: string; attributes: Record<string, unknown> }[]> =>
  page.evaluate(() =>
    (window as unknown as { wp: WpGlobal }).wp.data
      .select('core/block-editor')
      .getBlocks()
      .map(({ name, attributes }) => ({ name, attributes })),
  )

/** The area in which the post is written. */
export const canvasFrame = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]')

/** Switches off the welcome tour. */
export const disableWelcomeGuide = (site: TestSite): Promise<unknown> =>
  site.php(`
    $all = array( 'core/edit-post' => array( 'welcomeGuide' => false ), 'core' => array( 'enableChoosePatternModal' => false ), '_modified' => gmdate( 'c' ) );
    return update_user_meta( 1, $GLOBALS['wpdb']->get_blog_prefix() . 'persisted_preferences', $all );
  `)

/** Opens the editor with a post. */
export async function openEditor(page: Page, site: TestSite, content: string): Promise<number> {
  const id = Number(
    await site.php(
      `return wp_insert_post( array( 'post_title' => 'Kente', 'post_status' => 'draft', 'post_content' => ${JSON.stringify(content).replaceAll('$', '\\$')} ) );`,
    ),
  )
  await page.goto(`${site.url}/wp-admin/post.php?post=${id}&action=edit`)
  await canvasFrame(page).locator('body').waitFor()
  return id
}
