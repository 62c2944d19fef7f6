// Command bcfcases reads the BCF archives of a folder, writes each in every version, reads the result, and fails if its
// content differs. "same ONE OTHER" compares the content of two archives. The written archives stay in a second folder
// for the checks of other tools.
package main
