<?php
/**
 * Types that Psalm cannot read from the sources of WordPress. This file never runs.
 *
 * @package cedi-commerce
 */

/**
 * WordPress declares "bool" without the assertion.
 *
 * @param mixed $thing A value.
 * @psalm-assert-if-true WP_Error $thing
 */
function is_wp_error( $thing ): bool {}

/**
 * In PHP 7 it returns false for a format with more placeholders than values. languages.mjs compares the placeholders of
 * every text with those of its translation.
 *
 * @param string $format    The format.
 * @param mixed  ...$values The values.
 */
function sprintf( string $format, ...$values ): string {}

/**
 * WordPress declares the same three types for all arguments.
 *
 * @param array $args The query.
 * @return ($args is array{fields: 'ids', ...} ? int[] : WP_Site[])
 */
function get_sites( array $args = array() ) {}

/**
 * An address is never empty.
 *
 * @param string $path   A path in a plugin.
 * @param string $plugin A file of the plugin.
 * @return non-empty-string
 */
function plugins_url( string $path = '', string $plugin = '' ) {}

// WordPress defines these in functions.
define( 'ABSPATH', '/' );
define( 'MINUTE_IN_SECONDS', 60 );
define( 'HOUR_IN_SECONDS', 3600 );
define( 'DAY_IN_SECONDS', 86400 );

// A merchant may have defined it, as anything.
define( 'CEDI_COMMERCE_API_KEY', json_decode( '' ) );
