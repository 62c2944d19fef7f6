// Command roundtrip reads every IFC file below a folder, writes what it read, reads that again and compares: the same
// header, the same instances in the same order with the same values. Files that are no valid exchange structure must be
// refused with an error, never by a crash.
package main
