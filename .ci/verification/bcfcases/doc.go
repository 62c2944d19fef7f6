// Command bcfcases reads the BCF archives of a folder, writes each again in every version and reads that, and fails
// where it then says something else, or says whether two archives say the same ("same ONE OTHER"). What is written is
// left in a second folder for the judges of other people.
package main
