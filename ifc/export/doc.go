// Package export writes a building model as an IFC file (IFC2X3 TC1, IFC4 ADD2 TC1, IFC4X3 ADD2) and checks the file
// before it is published.
//
// [Write] writes to a stream, [File] to a file that appears only after it has been read back and checked. [Options]
// holds the schema, the target and the revision, [Summary] describes the written file. [ifc.GlobalID] returns the
// GlobalId of an element.
//
// Read export.go for the order of the steps, class.go for the table of categories, dialect.go for the differences
// between the schemas and form.go for their application. Then read wall.go, which shows the parts of an element. The
// exporter writes in terms of IFC4. Each instance is converted to its schema when it is added (builder.go), and
// numbered in the end (number.go). [step] reads and writes the exchange format, [schema] holds the IFC schemas.
//
// Every file has these properties:
//   - Lengths are millimetres, areas m2, volumes m3, plane angles radians; all units used are declared.
//   - The same model and options give the same bytes. GlobalIds are derived from the ids of the model's elements and
//     from the purpose of the object (globalid.go). This includes relations, property sets and types, so that an edit
//     of another element does not change them. The same is true of most instance numbers: an edit changes few lines
//     about other elements.
//   - Data that a schema cannot express are left out and listed in the summary with their number.
//   - Doors and windows have the shape of their type. There is one type for each kind and size (fillertype.go), with
//     the dimensions of lining and panels (lining.go).
//   - Bodies are swept solids in the element's own frame. Openings are never cut into them: they are elements of their
//     own (IfcRelVoidsElement). Only fixed bodies, which have no parameters (facets.go), and openings that are no
//     extrusion are faceted.
//
// Design decisions:
//   - A wall's body is its joined footprint, extruded. The profile is a rectangle if the footprint is one, otherwise,
//     for example because of a mitre, an arbitrary profile. For native editing, Revit and Bonsai prefer the unclipped
//     rectangle and make the joins themselves from IfcRelConnectsPathElements, which are written too. But then the
//     bodies of joined walls would overlap in every tool that does not make joins. The volumes must be right in every
//     tool, so the clipped footprint is written for every target. This only affects the end of a mitred wall, because a
//     butt end stays a rectangle.
//   - The model approximates the footprint of a curved wall by chords. The file has arcs for the wall's faces
//     (arcoutline.go), since other software takes chords for a wall of many sides. The volume in the file is thus the
//     exact one, and the quantities, which are the model's, are a little smaller.
//   - A roof is an IfcRoof without a body of its own that aggregates one IfcSlab for each of its planes: the plane's
//     polygon, extruded vertically. That is exact, with ridge and eaves cut plumb, and still parametric.
//   - A level that is not a storey is an IfcAnnotation at its height, and its elements belong to the storey below. It
//     is an IfcBuildingStorey with ObjectType LEVEL only if the model has no storey and elements stand on the level.
//   - A grid whose axes are all parallel is an IfcAnnotation, since an IfcGrid needs axes in two directions.
//   - Rooms have IfcRelSpaceBoundary only if [Options] asks for them, because only energy and cost software needs them.
package export
