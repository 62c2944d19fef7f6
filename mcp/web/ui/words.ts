// All that the page says, in one place: a message is a text or a function of what goes into it. Nothing is put together
// from pieces elsewhere, so that another language would be another set of these files.
import { decisions } from "./words/decisions.ts";
import { elements } from "./words/elements.ts";
import { files } from "./words/files.ts";
import { general } from "./words/general.ts";
import { history } from "./words/history.ts";
import { picture } from "./words/picture.ts";

export const w = { ...general, ...picture, ...elements, ...history, ...decisions, ...files };
