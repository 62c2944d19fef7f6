// Command imports decides the import of every IFC file below a folder, and carries it out on a model in memory. No file
// may crash it, and every one is refused with an error or comes with a report. It prints what came of the larger files
// by category, and exports each model and imports that again, which must give the same model, and holds the volumes of
// what was taken over against those that the files themselves tell (Qto sets, BaseQuantities): see docs/import.md for
// what the remaining differences are.
package main
