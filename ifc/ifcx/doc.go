// Package ifcx writes models and their histories in the alpha draft of IFC5 (.ifcx), as of 18 March 2026 ([Draft]). The
// draft is no standard and will change, so all code for it is in this package.
//
// [Layers] takes the changes of a model in order and makes a [Layer] of each, with the nodes that the change alters.
// [WriteDocument] writes one layer as a file. [WriteArchive] writes all layers with a stack file that imports them in
// order. A single revision is a history of one layer, so the same code makes both.
//
// Read layers.go, then element.go (the nodes of an element), delta.go (the changes that a layer writes), values.go (the
// attributes) and schemas.go (the declarations of attributes).
//
// Every file satisfies these conditions:
//   - The path of an element's node is the element's id; its GlobalId in other files of the model is the same UUID.
//   - Nothing is imported from outside: each used attribute is declared in the file, or in the first layer.
//   - A layer contains only the changes of its change set and their consequences.
//   - The layers up to a revision compose to the same content as the single document of that revision, for all nodes
//     that the project reaches.
//   - The same log gives the same bytes.
//
// Decisions that may surprise a reader:
//   - The attributes that an element may lose are on a separate node that the element inherits. The path of that node
//     depends on the attributes' names. The draft cannot remove an attribute (the official composer refuses null), but
//     it can remove an inherited node.
//   - A deletion is written in three ways: as a null child, as invisible, because viewers draw a node without parent as
//     a root, and as ifclite::deleted, which another reader uses.
//   - The frame of a body is only moved, not turned, so that equal bodies share their mesh.
//   - Lengths are in metres, as in the draft, except the parameters of bimstream (bimstream::wall::height and others),
//     which have the units of its tools.
package ifcx
