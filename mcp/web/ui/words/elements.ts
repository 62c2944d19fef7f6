// Words of elements and of what they are made of.
import { linkName } from "../elements.ts";
import { clip, count, list, plural, words } from "../format.ts";

export const elements = {
  categories: "Categories",
  changedHere: "The shown change touched it.",
  classification: "Classification",
  clearFilter: "Clear the filter",
  copyId: "Copy the id",
  deletedHere: "It was deleted. This is how it was; its history is under Why.",
  deselect: "Deselect",
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
  joinAt: (part: string) => "at its " + words(part),
  joined: "Joined with",
  modelEmpty: "No elements yet.",
  none: "none",
  noLevel: "On no storey",
  noParameters: "No parameters.",
  noQuantities: "Nothing to measure.",
  notHere: "Not in this state",
  notInState: (revision: number) => "Revision " + revision + " does not have it. Its history is under Why.",
  nothingSelected: "Nothing selected. Click something in the picture, or choose it from the tree.",
  onlyThis: "Show this storey alone",
  onlyThisOf: (name: string) => "Show " + name + " alone",
  parameters: "Parameters",
  properties: "Properties",
  quantities: "Quantities",
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
  system: "System",
  unnamed: (category: string) => (category ? "unnamed " + words(category) : "unnamed"),
  why: "Why",
};
