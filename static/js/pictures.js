/**
 * A page of text: its card pictures are drawn as soon as it is there.
 */
import { drawCards } from "./showcase.js";

drawCards(document);
