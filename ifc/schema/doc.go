// Package schema holds the IFC schemas: the entities, attributes, types, inverse attributes and rules of IFC2X3 TC1,
// IFC4 ADD2 TC1 and IFC4X3 ADD2, and the property and quantity sets for each. It checks a [step.File] against them
// ([Check]) and encodes GlobalIds ([EncodeGUID]).
//
// [IFC2X3], [IFC4] and [IFC4X3] return a [Schema], which is unpacked from an embedded table on first use and then
// immutable. It has [Schema.Entity], [Schema.Type] and [Schema.PropertySets]. An entity has [Entity.AllAttributes], the
// arguments of a STEP instance in their order, and [Entity.IsA]. Names are looked up in any case, because STEP files
// write them in upper case and the schemas in mixed case.
//
// Read [Entity], [TypeExpr] and then [Check].
//
// Caveats:
//   - WHERE rules, global rules and functions are kept as EXPRESS text. [Check] does not evaluate them, but package
//     express does.
//   - Names that the schemas of buildingSMART misspell (such as the quantity NetHeigtht) are kept, because other
//     software looks for those names.
//
// The tables in the folder tables are generated from the EXPRESS schemas and the property set definitions that
// buildingSMART International publishes and whose copyright it holds ("may be photocopied, used in software
// development, or translated into another computer language ... provided that full attribution is given").
package schema

//go:generate go run ./generate -out tables IFC2X3_TC1.exp IFC4_ADD2_TC1.exp IFC4X3_ADD2.exp pset_definitions.csv Psets-ifc4-add2-tc1.zip annex-a-psd.zip
