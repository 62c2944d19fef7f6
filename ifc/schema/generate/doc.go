// Command generate makes the tables that package schema embeds from files that buildingSMART publishes. These are
// EXPRESS schemas (.exp), archives of property and quantity set definitions (.zip of PSD and QTO XML), and the list of
// IFC2X3 property sets (.csv, columns Name, applicable_entities, applicable_type_value, property_definitions).
//
//	generate -out tables IFC4_ADD2_TC1.exp Psets-ifc4-add2-tc1.zip ...
//
// Each file names the schema that it belongs to, except the csv, which is IFC2X3. The same files give the same tables.
// Read parseSchema in parser.go first, then psd.go.
//
// Features of EXPRESS that the IFC schemas do not use (multiple inheritance, redeclared explicit attributes, renaming)
// are errors that name the place.
package main
