// Package ifcx writes models and their histories in the alpha draft of IFC5 (.ifcx), as it was on 18 March 2026
// ([Draft]). The draft is no standard, and what it says will change: everything of it is in this package.
//
// [Layers] takes one change of a model after the other and makes a [Layer] of each: what the change says of which
// nodes. [WriteDocument] writes one layer as a file of its own, [WriteArchive] writes all of them with a stack file
// that names them in their order. A single revision is a history of one layer, so both are made by the same code.
//
// Read layers.go, then element.go (which nodes an element has), delta.go (what of them a layer says), values.go (which
// attributes) and schemas.go (how they are declared).
//
// What holds of every file:
//   - The path of an element's node is the element's id, its GlobalId in other files of the model is the same UUID.
//   - Nothing is imported: each attribute that is used is declared in the file, or in the first layer.
//   - A layer says what its change set or reaches, and nothing else.
//   - Composing the layers up to one gives what the revision of that one gives as a single document, of all that can be
//     reached from the project.
//   - The same log gives the same bytes.
//
// Decisions that a reader may wonder about:
//   - The attributes that an element may lose stand on a node of their own that it inherits, whose path follows from
//     their names. An attribute cannot be taken away in the draft (a null is refused by the official composer), an
//     inherited node can.
//   - What was deleted is told three times: as a child that is null, as invisible, since a node that nobody names is
//     drawn as a root, and as ifclite::deleted, which is what another reader goes by.
//   - A body stands in a frame that is only moved, not turned, so that equal bodies share their mesh.
//   - Lengths are metres, as the draft has them, but for the parameters of bimstream (bimstream::wall::height and so
//     on), which are those of its tools.
package ifcx
