// Package ifc converts between ids of the model and GlobalIds of IFC files ([GlobalID], [ElementID],
// [DerivedGlobalID]). The packages below read, write and check IFC files:
//
//   - [github.com/bimstream/bimstream/ifc/export] writes a model as a file and checks the file before anyone sees it.
//   - [github.com/bimstream/bimstream/ifc/ifcx] writes a model, and its history as layers, in the alpha draft of IFC5.
//   - [github.com/bimstream/bimstream/ifc/building] reads any file into a description of the building, bodies included.
//   - [github.com/bimstream/bimstream/ifc/importer] turns that description into elements of the model.
//   - [github.com/bimstream/bimstream/ifc/verify] judges any file by the rules of the schema and of buildingSMART.
//   - [github.com/bimstream/bimstream/ifc/step] reads and writes the exchange format (ISO 10303-21); it knows no IFC.
//   - [github.com/bimstream/bimstream/ifc/schema] has entities, types and property sets of IFC2X3, IFC4 and IFC4X3.
//   - [github.com/bimstream/bimstream/ifc/express] evaluates the rules that the schemas contain.
//
// Every export uses package export, and every import uses building and then importer. The exporter reads its own file
// back through both before it releases the file.
package ifc
