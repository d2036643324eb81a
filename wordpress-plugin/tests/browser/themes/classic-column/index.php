<?php
/**
 * Each child of the text is in the middle by itself, as in Twenty Twenty and in many themes that are sold.
 *
 * @package cedi-commerce
 */

?><!doctype html>
<html <?php language_attributes(); ?>>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>
body { margin: 0; font: 18px/1.6 Georgia, serif; color: #222; background: #f5efe0; }
h1, .entry-content > *:not(.alignwide):not(.alignfull) { max-width: 36rem; margin: 0 auto 1.2em; width: calc(100% - 4rem); }
.entry-content a { color: #cd2653; }
</style>
<?php wp_head(); ?>
</head>
<body <?php body_class(); ?>>
<?php
while ( have_posts() ) {
	the_post();
	the_title( '<h1>', '</h1>' );
	echo '<div class="entry-content">';
	the_content();
	echo '</div>';
}
wp_footer();
?>
</body>
</html>
