import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTrackedPage, startTestSite, type TestSite, toPhpString } from './test-site'

// POLYLANG_DIR is a Polylang with vendor/autoload.php. The test double of WooCommerce has no pages to translate.
const { POLYLANG_DIR, WC_DIR } = process.env

/** Texts that a merchant enters, and their translations. */
const texts = {
  title: ['Pay by phone', 'Payer par téléphone'],
  description: ['Every network in Ghana.', 'Tous les réseaux du Ghana.'],
  cardTitle: ['Bank card', 'Carte bancaire'],
  cardDescription: ['Also from abroad.', 'Aussi depuis l’étranger.'],
} as const

const literal = (text: readonly string[] | undefined): string => toPhpString(text?.[0] ?? '')

/** Code that stores the settings of both methods. */
const saveSettings = (methods: 'together' | 'separate', entered: Partial<typeof texts>): string => `
  update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'popup', 'express' => 'yes', 'methods' => '${methods}', 'title' => ${literal(entered.title)}, 'description' => ${literal(entered.description)} ) );
  update_option( 'woocommerce_cedi_commerce_card_settings', array( 'enabled' => '${methods === 'separate' ? 'yes' : 'no'}', 'title' => ${literal(entered.cardTitle)}, 'description' => ${literal(entered.cardDescription)} ) );`

// WooCommerce requests the methods of the classic checkout again, at a URL without a language. Polylang for WooCommerce does the same.
const ajaxLanguage = `<?php
add_filter( 'woocommerce_ajax_get_endpoint', static function ( $url ) {
	return function_exists( 'pll_home_url' ) ? pll_home_url() . '?' . wp_parse_url( $url, PHP_URL_QUERY ) : $url;
} );`

describe.runIf(POLYLANG_DIR && WC_DIR)('a shop in English and French with Polylang', () => {
  let site: TestSite
  let urls: Record<'classic' | 'block' | 'product' | 'form', { en: string; fr: string }>

  // Each step is a process, because Polylang reads its languages and rules when it starts.
  beforeAll(async () => {
    site = await startTestSite({ woocommerce: true, config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
    await site.php(`
      symlink( ${toPhpString(POLYLANG_DIR ?? '')}, WP_PLUGIN_DIR . '/polylang' );
      file_put_contents( WPMU_PLUGIN_DIR . '/ajax-language.php', ${toPhpString(ajaxLanguage)} );
      // WordPress switches to installed languages only.
      copy( WP_PLUGIN_DIR . '/cedi-commerce/languages/cedi-commerce-fr_FR.mo', WP_LANG_DIR . '/fr_FR.mo' );
      wp_cache_delete( 'plugins', 'plugins' );
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      $result = activate_plugin( 'polylang/polylang.php' );
      if ( is_wp_error( $result ) ) { throw new Exception( $result->get_error_message() ); }
      ${saveSettings('separate', texts)}
      return 1;`)
    await site.php(`
      $options = new WP_Syntex\\Polylang\\Options\\Options();
      $model   = new PLL_Admin_Model( $options );
      foreach ( array( array( 'English', 'en', 'en_US' ), array( 'Français', 'fr', 'fr_FR' ) ) as list( $name, $slug, $locale ) ) {
        $model->add_language( array( 'name' => $name, 'slug' => $slug, 'locale' => $locale, 'flag' => '', 'rtl' => 0, 'term_group' => 0 ) );
      }
      $options['post_types'] = array( 'product' );
      $options->save();
      return 1;`)
    const ids = await site.php(`
      $form     = '<!-- wp:cedi-commerce/pay-form {"amounts":"20, 50"} /-->';
      $products = array();
      foreach ( array( 'Kente tote', 'Sac kente' ) as $name ) {
        $product = new WC_Product_Simple(); $product->set_name( $name ); $product->set_regular_price( '45.50' ); $product->set_virtual( true ); $product->save();
        $products[] = $product->get_id();
      }
      $page  = static function ( $title, $content ) { return wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => $title, 'post_content' => $content ) ); };
      $pages = array( 'classic' => wc_get_page_id( 'checkout' ), 'block' => get_page_by_path( 'checkout-block' )->ID, 'form' => $page( 'Give', $form ) );
      $ids   = array( 'product' => array( 'en' => $products[0], 'fr' => $products[1] ) );
      foreach ( $pages as $name => $id ) { $ids[ $name ] = array( 'en' => $id, 'fr' => $page( 'Page ' . $name, get_post_field( 'post_content', $id ) ) ); }
      foreach ( $ids as $translations ) {
        foreach ( $translations as $language => $id ) { pll_set_post_language( $id, $language ); }
        pll_save_post_translations( $translations );
      }
      $french = PLL()->model->get_language( 'fr' );
      $mo     = new PLL_MO();
      $mo->import_from_db( $french );
      foreach ( json_decode( ${toPhpString(JSON.stringify(Object.values(texts)))}, true ) as list( $text, $translation ) ) { $mo->add_entry( $mo->make_entry( $text, $translation ) ); }
      $mo->export_to_db( $french );
      return $ids;`)
    urls = (await site.php(
      `flush_rewrite_rules(); return array_map( static function ( $ids ) { return array_map( 'get_permalink', $ids ); }, json_decode( '${JSON.stringify(ids)}', true ) );`,
    )) as typeof urls
  })
  afterAll(() => site?.close())

  /** Opens a checkout with a product in the cart, and returns the text of its payment methods. */
  async function readCheckout(page: Page, url: string, name: string): Promise<string> {
    await page.goto(`${site.url}/checkout/?add=45.50`)
    await page.goto(url)
    await page.locator('[value=cedi_commerce]').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/polylang-${name}.png`, fullPage: true })
    return page.locator('#payment, .wc-block-checkout__payment-method').first().innerText()
  }

  it.each(['classic', 'block'] as const)(
    'the %s checkout has the texts of the merchant in the language of the page',
    async (name) => {
      const { page, errors } = await openTrackedPage(await site.guest())
      const french = await readCheckout(page, urls[name].fr, `${name}-fr`)
      for (const [english, translation] of [texts.title, texts.description, texts.cardTitle]) {
        expect(french).toContain(translation)
        expect(french).not.toContain(english)
      }
      await page.locator('[value=cedi_commerce_card]').first().check()
      await page.getByText(texts.cardDescription[1]).waitFor()
      const english = await readCheckout(page, urls[name].en, `${name}-en`)
      for (const text of [texts.title, texts.description, texts.cardTitle]) expect(english).toContain(text[0])
      expect(errors).toEqual([])
      await page.context().close()
    },
  )

  it('the product in French has an express button in French', async () => {
    const page = await (await site.guest()).newPage()
    await page.goto(urls.product.fr)
    await page.getByRole('button', { name: `Acheter : ${texts.title[1]}` }).waitFor()
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/polylang-product.png` })
    await page.goto(urls.product.en)
    await page.getByRole('button', { name: `Buy now: ${texts.title[0]}` }).waitFor()
    await page.context().close()
  })

  it('the form to pay any amount in French shows its errors in French', async () => {
    const page = await (await site.guest()).newPage()
    await page.goto(urls.form.fr)
    await page.getByLabel('Un autre montant').check()
    const amount = page.locator('[name=amount]')
    await amount.evaluate((field: HTMLInputElement) => field.form?.setAttribute('novalidate', ''))
    await amount.fill('0.50')
    await page.getByRole('button', { name: 'Payer' }).click()
    await page.getByText('Le montant doit').waitFor()
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/polylang-form.png` })
    await page.context().close()
  })

  it.each(['classic', 'block'] as const)('the %s checkout has the texts of the plugin in French', async (name) => {
    await site.php(`${saveSettings('together', {})} return 1;`)
    const page = await (await site.guest()).newPage()
    const text = await readCheckout(page, urls[name].fr, `${name}-plugin`)
    for (const expected of [
      'Mobile money ou carte',
      'Mode test',
      'Numéro de mobile money',
      'Réseau',
      'Choisir au moment de payer',
    ])
      expect(text).toContain(expected)
    expect(text).not.toMatch(/Test mode|Pay with|Mobile money number|Choose while/)
    await page.context().close()
  })
})
