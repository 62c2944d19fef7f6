// Command rulecases judges the published cases for the rules of the implementers' agreements: IFC files whose names
// begin with pass, fail or na and the rule. It fails if bimstream's rules judge a case differently, and it prints the
// rules that bimstream does not have.
//
// usage: rulecases FOLDER
package main
