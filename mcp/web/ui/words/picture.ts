// Words of the picture and its tools.
import { count, plural } from "../format.ts";

export const picture = {
  after: "After",
  afterPlan: "As planned",
  before: "Before",
  allHidden: "Everything is hidden",
  alongAxes: (parts: string[]) => "x " + parts[0] + ", y " + parts[1] + ", z " + parts[2],
  canvas: (model: string, branch: string, revision: number, head: number, elements: number, selected: number) =>
    model +
    ", " +
    branch +
    " at revision " +
    revision +
    (revision < head ? " of " + head : ", live") +
    ", " +
    plural(elements, "element", "elements") +
    ", " +
    count(selected) +
    " selected",
  canvasKeys: "Arrow keys turn, with Shift they move; plus and minus zoom; F fits; question mark lists all keys.",
  colourBy: "Colour by",
  colourings: { own: "Material", category: "Category", level: "Storey", model: "Model" },
  models: "Models",
  modelsHint: "Models that this branch links, as layers of the picture.",
  thisModel: "this model",
  hiddenModel: "a model that you may not read",
  notLoadedModel: "not loaded",
  noLinks: "This branch links no model: link_model links one.",
  showLinked: "Show linked models",
  layerStates: { on: "On", half: "Halftone", off: "Off" },
  layerStateOf: (name: string) => "How " + name + " is drawn",
  clashMatrix: "Clashes by model",
  clashesOf: (a: string, b: string, n: number) => count(n) + " of " + a + " and " + b,
  countedSoFar: (n: number) => "Of the first " + count(n) + " findings.",
  deliveries: "Deliveries",
  noDeliveries: "No file was delivered yet.",
  deliveryDiff: "What this delivery changed",
  contextBack: "The graphics memory is back",
  contextLost: "The graphics memory was taken away. Restoring…",
  cutSides: {
    x: ["East, x below", "West, x above"],
    y: ["North, y below", "South, y above"],
    z: ["Top, z below", "Bottom, z above"],
  } as const,
  edges: "Edges",
  fade: "Before or after",
  fadeAt: (percent: number) => percent + " % after",
  fit: "Fit",
  fitHint: "Fit the selection, or all (F, Home)",
  ghostRest: "Show the rest as ghosts",
  goLive: "Go live",
  hide: "Hide",
  hideOf: (name: string) => "Hide " + name,
  hideSelected: "Hide the selection (H)",
  isolateSelected: "Isolate the selection (I)",
  legend: "Legend",
  leftOut: (n: number) => plural(n, "element has", "elements have") + " no body that can be drawn",
  load: "Load these",
  loadingLevel: (level: string, done: number, total: number) =>
    (level ? level + ": " : "") + count(done) + " of " + plural(total, "element", "elements"),
  look: "Look",
  lostBranch: (branch: string) => "The branch of this link is not there, or not for you. This is " + branch + ".",
  lostModel: (model: string) =>
    "The model of this link is not there, or not for you." + (model ? " This is " + model + "." : ""),
  measure: "Measure between two points",
  measureFirst: "Click the first point",
  measureSecond: "Click the second point",
  measuredAs: (text: string) => "Distance " + text,
  modelEmptyHint: "It has storeys at most. Elements appear here as soon as somebody adds them.",
  modelEmptyTitle: "Nothing is built yet",
  noModel: "Nothing here yet",
  noModelHint: "An agent creates a model with create_model; this page shows it at once. How to connect one:",
  noPicture: "The picture could not be loaded",
  noSection: "Cut nothing",
  noWebGL: "This browser has no WebGL 2: the server draws the picture. Lists and details work as ever.",
  north: (degrees: number) => "North is turned by " + degrees + "°",
  notCut: "not cut",
  notLoaded: "This state could not be loaded",
  nothingDrawn: "Nothing is drawn.",
  onlyStorey: (name: string) => "Only " + name + " is shown",
  partsHidden: "Something is hidden",
  picture: "Picture",
  pin: (title: string) => "Task: " + title,
  scaleHint: "Length at the point that the camera looks at",
  section: "Section",
  sectionHint: "Move a side in to cut the model open. Cut bodies look hollow.",
  show: "Show",
  showAll: "Show all",
  showOf: (name: string) => "Show " + name,
  tooLarge: "This model is too large to be shown whole",
  tooLargeHint: (elements: string) =>
    "It has " + elements + " elements. Choose the storeys to load; the lists have all.",
  view: "View",
  viewNames: { iso: "Iso", top: "Top", front: "Front", right: "Right", back: "Back", left: "Left" },
  views: "Views",
};
