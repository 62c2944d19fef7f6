// Package express evaluates the rules of the IFC schemas from their EXPRESS text (ISO 10303-11): WHERE rules of
// entities and of defined types, global rules, and what they need: functions, derived and inverse attributes.
//
// [NewModel] makes a [step.File] ready; [Model.Check] evaluates every rule and returns each [Violation], and each rule
// that could not be evaluated and why ([Unevaluated]); [Model.Get] gives any attribute of an [Instance], also derived
// and inverse ones, to those who ask about a file on their own.
//
// Texts become syntax ([parser]), syntax becomes Go functions in which every name is resolved ([compiler]), and those
// run over the values of a file ([machine]). Read [Value], then compile.go, operator.go and check.go.
//
// Caveats:
//   - A rule that cannot be compiled or evaluated is reported, never taken for one that holds.
//   - The values of an attribute whose type is no select carry no type of their own: TYPEOF knows only the simple type
//     below. No rule of the IFC schemas asks for more.
//   - Assignments to parts of a variable never reach what the variable was copied from. EXPRESS shares instances; the
//     functions of IFC that assign to parts (IfcScalarTimesVector) mean the copy.
//   - Not part of it, as no schema uses it: procedures, ALIAS, CONSTANT, nested declarations, FORMAT.
package express
