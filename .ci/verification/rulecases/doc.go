// Command rulecases judges the cases that are published for the rules of the implementers' agreements: IFC files whose
// names begin with pass, fail or na and the rule. It fails where bimstream's rules judge one of them otherwise. A rule
// that is not carried is told.
//
// usage: rulecases FOLDER
package main
