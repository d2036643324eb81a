<?php
/**
 * Lets the site of the tests know two themes that are older than blocks: npm's WordPress has none that is whole.
 *
 * @package cedi-commerce
 */

register_theme_directory( dirname( __DIR__ ) . '/themes' );
