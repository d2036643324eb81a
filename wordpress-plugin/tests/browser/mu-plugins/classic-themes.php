<?php
/**
 * Registers two classic themes on the test site, because npm's WordPress has no complete one.
 *
 * @package cedi-commerce
 */

register_theme_directory( dirname( __DIR__ ) . '/themes' );
