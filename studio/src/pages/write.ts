import type { Page } from "../main.js";
export const write: Page = async () => () => {};
