import type { Browser } from "playwright-core";

export function servePage(): Promise<{ url: string; close(): Promise<void> }>;
export function launchBrowser(): Promise<Browser>;
export function serveBrowser(): Promise<{ url: string; close(): Promise<void> }>;
export function joinBrowser(url: string): Promise<Browser>;
