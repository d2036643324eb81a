<?php
/**
 * A column beside a sidebar, both floating, with styles for everything in it, as themes were made before blocks.
 *
 * @package cedi-commerce
 */

?><!doctype html>
<html <?php language_attributes(); ?>>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>
body { margin: 0 auto; max-width: 60rem; font: 15px/1.5 Arial, sans-serif; color: #333; }
#content { float: left; width: 65%; padding: 1em; box-sizing: border-box; }
#sidebar { float: right; width: 30%; }
#content div { overflow: hidden; }
#content a { color: #00f; text-decoration: underline; }
#content p { text-align: justify; }
</style>
<?php wp_head(); ?>
</head>
<body <?php body_class(); ?>>
<div id="content">
<?php
while ( have_posts() ) {
	the_post();
	the_title( '<h1>', '</h1>' );
	the_content();
}
?>
</div>
<div id="sidebar">About this shop</div>
<?php wp_footer(); ?>
</body>
</html>
