// Package ifcxml reads ifcXML into the instances of a STEP file with the same content. It reads the form of IFC4 and
// later (ISO 10303-28 with the configuration of buildingSMART, elements named by attributes, xsi:type, href and ref).
// It also reads the form of IFC2X3 (uos, elements named by classes, ex:cType and ex:pos).
//
// The schema determines the meaning of an element: an attribute of the enclosing class, an inverse attribute, which
// contains its relation, a class, or a defined type. Names that the schema does not know are returned, so that a caller
// can report them.
package ifcxml
