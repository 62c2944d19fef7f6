// Command rulecases judges the published cases for the rules of the implementers' agreements. They are IFC files, whose
// names begin with the expected result (pass, fail or na) and the rule. The command fails if bimstream's rules judge a
// case differently, and prints the rules that bimstream does not have.
//
// usage: rulecases FOLDER
package main
