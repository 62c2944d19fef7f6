// Package deliveries compares a newer file of a model's source with the last one that was delivered: which element is
// which, and what is different.
//
// The few types: [Match] says by what the elements of the newer state were known again ([Matching]) and gives them the
// ids that they have; [Compare] says of each element what became of it ([Change]). Read match.go first.
//
// Elements with a GlobalId of the last delivery are the same. Programs that make new ids at each export are met by
// name and form at the same place, by tag, by name on the storey, and by place and form alone, in this order, and only
// where exactly one element is left on both sides.
package deliveries
