// Command roundtrip reads every IFC file below a folder, writes it, reads the result and compares. The header must be
// the same, and so must the instances with their order and values. Files that are no valid exchange structure must be
// refused with an error, never by a crash.
package main
