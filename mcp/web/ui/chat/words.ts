// What the view says, in one place.
import { count, plural } from "../format.ts";

export const w = {
  topLevel: "This is the view of bimstream for chats.",
  topLevelHint: "Open it in a chat client that shows MCP Apps: there it draws the model that a reply is about.",
  waiting: "Waiting for the reply…",
  reading: "Reading the model…",
  readingBodies: (done: number, total: number) =>
    "Bodies: " + count(done) + " of " + plural(total, "element", "elements"),
  cancelled: "The call was cancelled.",
  failed: "The call failed",
  nothing: "There is nothing to draw in this reply",
  nothingHint: "It is about no state of a model.",
  notRead: "The model could not be read",
  notReadHint: "What the reply says in words is complete.",
  noWebGL: "This client does not draw in 3D (WebGL 2 is off)",
  noWebGLHint: "The lists work all the same.",
  lost: "The graphics memory was taken away. Restoring…",
  empty: "Nothing is built at this revision",
  tryAgain: "Try again",

  at: (branch: string, revision: number) => branch + " at " + count(revision),
  between: (branch: string, from: string, to: number) => branch + ", " + from + " to " + count(to),
  canvas: (model: string, branch: string, revision: number, elements: number) =>
    model + ", " + branch + " at revision " + revision + ", " + plural(elements, "element", "elements"),
  canvasKeys:
    "Arrow keys turn, with Shift they move; plus and minus zoom; F fits; 0 to 3 and 7 are views; N and P step; " +
    "Escape deselects.",
  tools: "View",
  views: "Views",
  viewNames: {
    iso: "From the south-east",
    top: "Top",
    front: "South",
    right: "East",
    back: "North",
    left: "West",
  },
  fit: "Fit the selection, or all (F)",
  storeys: "Storeys",
  noStorey: "On no storey",
  allStoreys: "All",
  storeysAway: (n: number) => plural(n, "storey is", "storeys are") + " not read: switch them on here",
  section: "Section",
  cutAbove: "Top",
  cutEast: "East",
  cutNorth: "North",
  notCut: "not cut",
  noSection: "Cut nothing",
  list: "List",
  fullscreen: "Fill the window",
  inline: "Back into the chat",
  close: "Close",

  elements: "Elements",
  find: "Find by name or category",
  more: (n: number) => count(n) + " more: find by name",
  unnamed: (category: string) => category + " without a name",
  loading: "Reading…",
  storey: "Storey",
  host: "In",
  type: "Type",
  change: "Change",
  changeIn: "What has changed",
  parameters: "Parameters",
  quantities: "Quantities",
  lastChange: "Last change",
  noReason: "No reason was given.",
  noHistory: "No change of it is on record here.",
  notTold: "More is told by get_element.",
  moreChanges: (n: number) => "one of " + plural(n, "change", "changes"),
  byTool: (tool: string) => "with " + tool,
  ghostRest: "Show the rest as ghosts",
  ask: (name: string) => "Ask about " + name,
  noMessages: "This client takes no messages from views.",
  asked: "Sent.",

  legend: "Legend",
  kinds: { added: "Added", modified: "Modified", deleted: "Deleted", derived: "Follows" },
  changesByKind: "Changes by kind",
  before: "Before",
  after: "After",
  planned: "As planned",
  fade: "Before or after",
  fadeAt: (percent: number) => percent + " % after",
  changes: "Changes",
  tooMany: "So much differs that it is not drawn: compare revisions that are nearer to each other.",
  colouring: (by: string) =>
    "The picture beside this is coloured by " + by + "; here bodies have their own colours.",

  clash: (at: number, total: number) => "Clash " + count(at) + " of " + count(total),
  clashes: "Clashes",
  noClash: "Nothing clashes",
  previous: "Previous clash (P)",
  next: "Next clash (N)",
  depth: "deep",
  apart: "apart",
  firstOnly: (n: number, total: number) => "The first " + count(n) + " of " + count(total) + " are here.",

  plan: "Request",
  status: (status: string) => "Status: " + status,
  by: "Requested by",
  expires: "Expires",
  reason: "Reason",
  decide: "A person decides, and not here: on the page of bimstream web, or at a terminal:",
  decided: "There is nothing more to decide.",
} as const;

/** What the model is told that the reader looks at. Names are quoted: they are other people's words. */
export const told = {
  selected: (elements: string[], where: string) =>
    "In the 3D view of " + where + " the user has selected " + elements.join(", ") + ".",
  nothing: (where: string) => "In the 3D view of " + where + " the user has nothing selected.",
  clash: (key: string, elements: string[], where: string) =>
    "In the 3D view of " +
    where +
    " the user looks at the clash " +
    JSON.stringify(key) +
    " of " +
    elements.join(" and ") +
    ".",
  element: (category: string, name: string, id: string) =>
    category + " " + JSON.stringify(name) + " (element_id " + id + ")",
  where: (model: string, branch: string, revision: number) =>
    JSON.stringify(model) + ", branch " + JSON.stringify(branch) + " at revision " + revision,
  question: (element: string, where: string) => "Tell me about the " + element + " in " + where + ".",
} as const;
