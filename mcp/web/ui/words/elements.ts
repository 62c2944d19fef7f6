// Words of elements and of what they are made of.
import { linkName } from "../elements.ts";
import { clip, count, list, plural, words } from "../format.ts";

export const elements = {
  angle: "Angle",
  betweenThem: "Between them",
  boxTogether: "Box around them",
  categories: "Categories",
  changedHere: "The shown change touched it.",
  classification: "Classification",
  clearFilter: "Clear the filter",
  copyId: "Copy the id",
  deletedHere: "It was deleted. This is how it was; its history is under Why.",
  deselect: "Deselect",
  distance: "Distance",
  element: "Element",
  elements: "Elements",
  filter: "Filter",
  filterElements: "Filter the elements by name, category, storey",
  filterHides: (total: number) => "0 of " + count(total) + ".",
  fitSelected: "Fit the selection (F)",
  fromType: "of the type",
  host: "In",
  hosted: "Holds",
  identity: "Identity",
  inHeight: "In height",
  inPlan: "In plan",
  joinAt: (part: string) => "at its " + words(part),
  joined: "Joined with",
  modelEmpty: "No elements yet.",
  none: "none",
  noLevel: "On no storey",
  noParameters: "No parameters.",
  noQuantities: "Nothing to measure.",
  notFound: (names: readonly string[]) =>
    list(names.slice(0, 5).map((name) => clip(name, 60))) + ": not in this state",
  notHere: "Not in this state",
  notInState: (revision: number) => "Revision " + revision + " does not have it. Its history is under Why.",
  nothingSelected: "Nothing selected. Click something in the picture, or choose it from the tree.",
  onlyThis: "Show this storey alone",
  onlyThisOf: (name: string) => "Show " + name + " alone",
  parameters: "Parameters",
  properties: "Properties",
  quantities: "Quantities",
  relation: "They are",
  revision: "Revision",
  selectedCount: (n: number) => plural(n, "element", "elements") + " selected",
  selectedNames: (ids: readonly string[]) =>
    list(
      ids
        .slice(0, 3)
        .map((id) => clip(linkName(id), 60))
        .concat(ids.length > 3 ? [count(ids.length - 3) + " more"] : []),
    ) + " selected",
  shownOf: (shown: number, total: number) =>
    shown === total ? plural(total, "element", "elements") : count(shown) + " of " + count(total),
  storeys: "Storeys",
  surfaceTogether: "Surface together",
  system: "System",
  together: "Together",
  unnamed: (category: string) => (category ? "unnamed " + words(category) : "unnamed"),
  volumeTogether: "Volume together",
  why: "Why",
};
