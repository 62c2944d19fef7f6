// Command imports plans the import of every IFC file below a folder, and applies it to a model in memory. No file may
// crash it, and every file must be refused with an error or give a report. It prints the imported elements of the
// larger files by category. It exports each model and imports the export, which must give the same model. It compares
// the volumes of imported elements with the volumes that the files state (Qto sets, BaseQuantities); docs/import.md
// explains the remaining differences.
package main
