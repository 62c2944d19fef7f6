// Package ifcxml reads ifcXML into the instances that a STEP file of the same content has: the form of IFC4 and later
// (ISO 10303-28 with the configuration of buildingSMART, elements named by attributes, xsi:type, href and ref) and that
// of IFC2X3 (uos, elements named by classes, ex:cType and ex:pos).
//
// The schema decides what an element is: an attribute of the class that it stands in, an inverse attribute, which
// brings the relation that is written in it, a class, or a defined type. What it decides nothing of is returned with
// its name, so that a caller can tell it.
package ifcxml
