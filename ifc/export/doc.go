// Package export writes a building model as an IFC file (IFC2X3 TC1, IFC4 ADD2 TC1, IFC4X3 ADD2) and checks what it
// wrote before anyone sees it.
//
// [Write] writes to a stream, [File] to a file that appears only when it has been read back and found right. [Options]
// say for whom and as of when, [Summary] says what came of it. [ifc.GlobalID] is the GlobalId under which an element is
// found.
//
// Read export.go for the order of things, class.go for the table of categories, dialect.go for what the schemas differ
// in and form.go for how, then wall.go, which shows what an element consists of. The exporter speaks IFC4; each
// instance is put into the form of its schema when it is added (builder.go), and numbered in the end (number.go).
// [step] reads and writes the exchange format, [schema] knows the IFC schemas.
//
// What holds of every file:
//   - Lengths are millimetres, areas m2, volumes m3, plane angles radians; all units used are declared.
//   - The same model and options give the same bytes. GlobalIds come from the ids of the model's elements and from what
//     the object is for (globalid.go), also those of relations, property sets and types, so that they outlive every
//     edit of another element. So do most instance numbers: an edit changes few lines beside those that it is about.
//   - What a schema has no place for is left out and told in the summary, each thing with its number.
//   - Doors and windows have the shape of their type: one for each kind and size (fillertype.go), with what is told of
//     their lining and panels (lining.go).
//   - Bodies are swept solids in the element's own frame, never faceted, and openings are never cut into them: they are
//     elements of their own (IfcRelVoidsElement). Only a proxy's fixed body is faceted, since it follows from no
//     parameters (facets.go).
//
// Decisions that a reader may wonder about:
//   - A wall's body is its joined footprint, extruded: a rectangle profile where the footprint is a rectangle, an
//     arbitrary one where a mitre or another join made it otherwise. Native editing in Revit and Bonsai would rather
//     see the unclipped rectangle and make the joins itself from IfcRelConnectsPathElements, which are written too; but
//     then the bodies of joined walls would overlap in every tool that does not. The volumes have to be right
//     everywhere, so the clipped footprint is written for every target. Only the end of a mitred wall is affected: a
//     butt end stays a rectangle.
//   - The model has the footprint of a curved wall in chords, the file has arcs for those of its faces (arcoutline.go),
//     since other software takes chords for a wall of many sides. The file's volume is thereby the wall's own, and that
//     of the quantities, which are the model's, is a little less.
//   - A roof is an IfcRoof without a body of its own that aggregates one IfcSlab for each of its planes: the plane's
//     polygon, extruded vertically. That is exact, ridge and eaves cut plumb, and still parametric.
//   - A level that is no storey is written, as an IfcBuildingStorey with ObjectType LEVEL, only where something stands
//     on it: IFC has no other place for its elements.
//   - A grid all of whose axes are parallel is an IfcAnnotation, since an IfcGrid needs axes in two directions.
//   - Rooms carry no IfcRelSpaceBoundary: a partial set of boundaries misleads energy tools more than none, and a
//     complete one needs the slabs above and below each room, to which the model does not relate it.
package export
